import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { X, ArrowUpDown } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button'
import { RadioGroup } from '../../../ui/radio-group'
import { startSettings, type Person, type ThreadFilter, type ThreadOrder } from '../../review/thread-list'
import type { ThreadList } from '../../review/review'
import { useReview } from '../../review/use-review'
import { personName } from '../../../lib/format'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'

/** The filters `Open 7`, `Resolved 5`, `All 12`; without a resolved comment only the first. There is room for one more
 *  before the last: the active one of `To confirm 2`, `To check 3` and `New 1`, or else the first of them that is not empty. */
export function filtersOf(
  { stats, can }: Project,
  { counts, settings }: ThreadList,
): readonly ThreadFilter[] {
  const extras = can.manage ? (['confirm', 'check', 'new'] as const) : (['new'] as const)
  const extra =
    extras.find((filter) => filter === settings.filter) ?? extras.find((filter) => counts[filter] > 0)
  const hasResolved = stats.open < stats.total
  return [
    'open',
    ...(hasResolved || settings.filter === 'resolved' ? (['resolved'] as const) : []),
    ...(extra ? [extra] : []),
    ...(hasResolved ? (['all'] as const) : []),
  ]
}

/** The filters, and below them the person whose comments are shown, if only one is chosen. Nothing if there is nothing
 *  to choose. */
export function ListFilters({ filters }: { filters: readonly ThreadFilter[] }) {
  const { list, unread, changeList } = useReview()
  const { counts, settings } = list
  const hasPerson = settings.person.kind !== 'all'
  if (filters.length < 2 && !hasPerson) return null
  return (
    <div className="comments-filters">
      {filters.length > 1 && (
        <RadioGroup
          aria-label={m.list_filter_label()}
          className="segments"
          choiceClass="segment tabular"
          choices={filters.map((filter) => ({
            value: filter,
            label: m.filter_with_count({ label: filterName(filter), count: counts[filter] }),
          }))}
          // Without a resolved comment, all are open.
          value={filters.includes(settings.filter) ? settings.filter : 'open'}
          onChoose={(filter) => changeList({ filter })}
        />
      )}
      {settings.filter === 'new' && counts.new > 0 && (
        <button type="button" className="text-action" onClick={unread.markAllRead}>
          {m.mark_all_read()}
        </button>
      )}
      {hasPerson && (
        <Button
          size="sm"
          className="person-filter"
          aria-label={m.list_person_reset({ person: personWords(settings.person) })}
          onClick={() => changeList({ person: startSettings.person })}
        >
          <bdi dir="auto" className="truncate">
            {personWords(settings.person)}
          </bdi>
          <X className="flex-none" />
        </Button>
      )}
    </div>
  )
}

function filterName(filter: ThreadFilter): string {
  if (filter === 'open') return m.filter_open()
  if (filter === 'resolved') return m.filter_resolved()
  if (filter === 'check') return m.filter_to_check()
  if (filter === 'confirm') return m.filter_to_confirm()
  return filter === 'new' ? m.filter_new() : m.filter_all()
}

function personWords(person: Person): string {
  return person.kind === 'name' ? m.list_only_person({ name: personName(person.name) }) : m.list_only_mine()
}

/** Order and author of the shown comments. @param hasExport where no button of its own exports them */
export function ListMenu({ hasExport }: { hasExport: boolean }) {
  const { list, open, changeList: change } = useReview()
  const { settings, people } = list
  const byPerson = (label: string, person: Person): MenuItem => ({
    label,
    group: m.list_written_by(),
    checked: isSame(settings.person, person),
    onSelect: () => change({ person }),
  })
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={m.list_menu()}>
          <ArrowUpDown size={18} />
        </IconButton>
      }
      items={[
        ...orders.map(({ order, label }) => ({
          label: label(),
          group: m.list_order(),
          checked: settings.order === order,
          onSelect: () => change({ order }),
        })),
        byPerson(m.list_everyone(), { kind: 'all' }),
        byPerson(m.list_me(), { kind: 'me' }),
        ...people.map((name) => byPerson(personName(name), { kind: 'name', name })),
        ...(hasExport ? [{ label: m.list_export(), onSelect: () => open('export') }] : []),
      ]}
    />
  )
}

const orders: { order: ThreadOrder; label: () => string }[] = [
  { order: 'number', label: () => m.list_sort_number() },
  { order: 'place', label: () => m.list_sort_place() },
  { order: 'newest', label: () => m.list_sort_newest() },
]

function isSame(one: Person, other: Person): boolean {
  return one.kind === other.kind && (one.kind !== 'name' || other.kind !== 'name' || one.name === other.name)
}
