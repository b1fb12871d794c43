import { X } from 'lucide-react'
import { Button } from '../../../ui/button'
import { RadioGroup } from '../../../ui/radio-group'
import { startSettings, type Person, type ThreadFilter } from '../../review/thread-list'
import { useReview } from '../../review/use-review'

/** The filters `Open 7`, `Resolved 5`, `All 12`. There is room for one more before the last: the active one
 *  of `To check 3` and `New 1`, or else the first of the two that is not empty. Below them is the person
 *  whose comments are shown, if only one is chosen. */
export function ListFilters() {
  const { list, changeList } = useReview()
  const { counts, settings } = list
  const extras = ['check', 'new'] as const
  const extra =
    extras.find((filter) => filter === settings.filter) ?? extras.find((filter) => counts[filter] > 0)
  const filters: ThreadFilter[] = ['open', 'resolved', ...(extra ? [extra] : []), 'all']
  return (
    <div className="comments-filters">
      <RadioGroup
        aria-label="Show"
        className="segments"
        choiceClass="segment tabular"
        choices={filters.map((filter) => ({ value: filter, label: `${labels[filter]} ${counts[filter]}` }))}
        value={settings.filter}
        onChoose={(filter) => changeList({ filter })}
      />
      {settings.person.kind !== 'all' && (
        <Button
          size="sm"
          className="person-filter"
          aria-label={`${personWords(settings.person)}. Show everyone`}
          onClick={() => changeList({ person: startSettings.person })}
        >
          <bdi dir="auto" className="truncate">
            {personWords(settings.person)}
          </bdi>
          <X aria-hidden size={16} strokeWidth={1.75} className="flex-none" />
        </Button>
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
