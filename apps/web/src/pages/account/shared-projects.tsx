import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { Fragment, useState } from 'react'
import { useProjects } from '../../features/projects/use-project'
import { PeopleDialog } from '../../features/sharing/people-dialog'

/** The own projects that have members. They can be handed over before the account is deleted. */
export function SharedProjects() {
  const { data: projects = [] } = useProjects()
  const [opened, setOpened] = useState<ProjectSummary | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const shared = projects.filter(({ isOwner, members }) => isOwner && members > 0)
  if (shared.length === 0) return null
  return (
    <>
      <p>
        Their members lose them too, unless you hand them over before:{' '}
        {shared.map((project, at) => (
          <Fragment key={project._id}>
            {at > 0 && ', '}
            <button
              type="button"
              className="text-action"
              onClick={() => {
                setOpened(project)
                setIsOpen(true)
              }}
            >
              <bdi translate="no" dir="auto">
                {project.name}
              </bdi>
            </button>
          </Fragment>
        ))}
        .
      </p>
      {opened && (
        <PeopleDialog key={opened._id} project={opened} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
