import { ArrowUpDown } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import type { Person, ThreadOrder } from '../../review/thread-list'
import { useReview } from '../../review/use-review'

/** Order and author of the shown comments, and their export. */
export function ListMenu() {
  const { list, open, changeList: change } = useReview()
  const { settings, people } = list
  const byPerson = (label: string, person: Person): MenuItem => ({
    label,
    group: 'Written by',
    checked: isSame(settings.person, person),
    onSelect: () => change({ person }),
  })
  return (
    <Menu
      trigger={
        <IconButton size="sm" label="Sort and filter comments">
          <ArrowUpDown aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
      }
      items={[
        ...orders.map(({ order, label }) => ({
          label,
          group: 'Order',
          checked: settings.order === order,
          onSelect: () => change({ order }),
        })),
        byPerson('Everyone', { kind: 'all' }),
        byPerson('Me', { kind: 'me' }),
        ...people.map((name) => byPerson(name, { kind: 'name', name })),
        { label: 'Export comments…', onSelect: () => open('export') },
      ]}
    />
  )
}

const orders: { order: ThreadOrder; label: string }[] = [
  { order: 'number', label: 'By number' },
  { order: 'place', label: 'By place on the page' },
  { order: 'newest', label: 'Newest first' },
]

function isSame(one: Person, other: Person): boolean {
  return one.kind === other.kind && (one.kind !== 'name' || other.kind !== 'name' || one.name === other.name)
}
