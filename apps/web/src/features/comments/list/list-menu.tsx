import { m } from '@pinmark/words/messages'
import { ArrowUpDown } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import type { Person, ThreadOrder } from '../../review/thread-list'
import { useReview } from '../../review/use-review'
import { personName } from '../../../lib/format'

/** Order and author of the shown comments, and their export. */
export function ListMenu() {
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
          <ArrowUpDown aria-hidden size={18} strokeWidth={1.75} />
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
        { label: m.list_export(), onSelect: () => open('export') },
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
