import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { useProjects } from '../../features/projects/use-project'
import { PeopleDialog } from '../../features/sharing/people-dialog'
import { Name } from '../../ui/rich'

/** The own projects that have members. They can be handed over before the account is deleted. */
export function SharedProjects() {
  const { data: projects = [] } = useProjects()
  const [opened, setOpened] = useState<ProjectSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const shared = projects.filter(({ isOwner, members }) => isOwner && members > 0)
  if (shared.length === 0) return null
  return (
    <>
      <p>{m.account_delete_shared()}</p>
      <ul className="flex flex-wrap gap-x-4">
        {shared.map((project) => (
          <li key={project._id}>
            <button
              type="button"
              className="text-action"
              onClick={() => {
                setOpened(project)
                setIsOpen(true)
              }}
            >
              <Name>{project.name}</Name>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <PeopleDialog key={opened._id} project={opened} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
