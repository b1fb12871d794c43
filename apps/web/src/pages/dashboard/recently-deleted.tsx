import { ChevronDown } from 'lucide-react'
import { useDeletedProjects } from '../../features/projects/use-project'
import { useRestoreProject } from '../../features/projects/project-actions'
import { formatDate } from '../../lib/clock'
import { Button } from '../../ui/button'

/** The deleted projects that can still be restored; nothing if there are none. */
export function RecentlyDeleted() {
  const { data: projects = [] } = useDeletedProjects()
  const restore = useRestoreProject()
  if (projects.length === 0) return null
  return (
    <details className="recently-deleted">
      <summary className="flex w-fit items-center gap-1.5 py-3 font-[550] text-ink-2">
        Recently deleted <span className="tabular">{projects.length}</span>
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      </summary>
      <ul className="mt-2 max-w-150">
        {projects.map(({ _id, name, deletedAt }) => (
          <li key={_id} className="flex items-center gap-4 border-t py-2">
            <p className="min-w-0">
              <bdi translate="no" dir="auto" className="block truncate font-[550]">
                {name}
              </bdi>
              {deletedAt && (
                <span className="text-13 text-ink-3">
                  Deleted <time dateTime={deletedAt}>{formatDate(deletedAt)}</time>
                </span>
              )}
            </p>
            <Button
              size="sm"
              className="ml-auto"
              aria-label={`Restore ${name}`}
              pending={restore.isPending && restore.variables === _id}
              onClick={() => restore.mutate(_id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
