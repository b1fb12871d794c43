import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { useProjects } from '../../features/projects/use-project'
import { PeopleDialog } from '../../features/sharing/people-dialog'
import { Name } from '../../ui/rich'
import { useLastOpened } from '../../ui/use-last-opened'

/** The own projects that have members. They can be handed over before the account is deleted. */
export function SharedProjects() {
  const { data: projects = [] } = useProjects()
  const [opened, setOpened] = useState<ProjectSummary | null>(null)
  const last = useLastOpened(opened)
  const shared = projects.filter(({ isOwner, members }) => isOwner && members > 0)
  if (shared.length === 0) return null
  return (
    <>
      <p>{m.account_delete_shared()}</p>
      <ul className="flex flex-wrap gap-x-4">
        {shared.map((project) => (
          <li key={project._id}>
            <button type="button" className="text-action" onClick={() => setOpened(project)}>
              <Name>{project.name}</Name>
            </button>
          </li>
        ))}
      </ul>
      {last && (
        <PeopleDialog
          key={last.key}
          project={last.opened}
          open={opened !== null}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
