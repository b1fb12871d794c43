import type { ThreadFilter } from '../thread-list'
import type { ThreadList } from '../use-thread-list'

/** `Open 7`, `Resolved 5`, and `New 1` while there is anything new. */
export function ListFilters({ list: { counts, settings, change } }: { list: ThreadList }) {
  const filters = (['open', 'resolved', 'new'] as const).filter(
    (filter) => filter !== 'new' || counts.new > 0 || settings.filter === 'new',
  )
  return (
    <div className="comments-filters">
      <div role="group" aria-label="Show" className="segments">
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            className="segment tabular"
            aria-pressed={settings.filter === filter}
            onClick={() => change({ filter })}
          >
            {labels[filter]} {counts[filter]}
          </button>
        ))}
      </div>
    </div>
  )
}

const labels: Record<ThreadFilter, string> = { open: 'Open', resolved: 'Resolved', new: 'New' }
