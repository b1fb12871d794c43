import { X } from 'lucide-react'
import { startSettings, type Person, type ThreadFilter } from '../thread-list'
import type { ThreadList } from '../use-thread-list'

/** `Open 7`, `Resolved 5`, `All 12`, and before the last of them `To check 3` or else `New 1` while there is any; below them whose comments are shown, when
 *  that is one person's. */
export function ListFilters({ list: { counts, settings, change } }: { list: ThreadList }) {
  const extra = counts.check > 0 ? 'check' : counts.new > 0 ? 'new' : null
  const filters = (['open', 'resolved', 'check', 'new', 'all'] as const).filter(
    (filter) => (filter !== 'check' && filter !== 'new') || filter === extra || filter === settings.filter,
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
      {settings.person.kind !== 'all' && (
        <button
          type="button"
          className="person-filter"
          aria-label={`${personWords(settings.person)}. Show everyone`}
          onClick={() => change({ person: startSettings.person })}
        >
          <bdi dir="auto" className="truncate">
            {personWords(settings.person)}
          </bdi>
          <X aria-hidden size={16} strokeWidth={1.75} className="flex-none" />
        </button>
      )}
    </div>
  )
}

const labels: Record<ThreadFilter, string> = {
  open: 'Open',
  resolved: 'Resolved',
  check: 'To check',
  new: 'New',
  all: 'All',
}

function personWords(person: Person): string {
  return person.kind === 'name' ? `Only ${person.name}` : 'Only mine'
}
