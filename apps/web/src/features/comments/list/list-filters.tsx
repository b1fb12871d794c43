import { X } from 'lucide-react'
import { startSettings, type Person, type ThreadFilter } from '../thread-list'
import type { ThreadList } from '../use-thread-list'

/** `Open 7`, `Resolved 5`, `All 12`, and `New 1` while there is anything new; below them whose comments are shown, when
 *  that is one person's. */
export function ListFilters({ list: { counts, settings, change } }: { list: ThreadList }) {
  const filters = (['open', 'resolved', 'new', 'all'] as const).filter(
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

const labels: Record<ThreadFilter, string> = { open: 'Open', resolved: 'Resolved', new: 'New', all: 'All' }

function personWords(person: Person): string {
  return person.kind === 'name' ? `Only ${person.name}` : 'Only mine'
}
