import { ArrowUpDown } from 'lucide-react'
import { IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import { chooseShowsNext, useShowsNext, type Person, type ThreadOrder } from '../../review/thread-list'
import { useReview } from '../../review/use-review'

interface ListMenuProps {
  /** Undefined for a visitor who may not resolve the comments of others. */
  onPick: (() => void) | undefined
}

/** Order and author of the shown comments. */
export function ListMenu({ onPick }: ListMenuProps) {
  const { project, list, all, unread, changeList: change } = useReview()
  const { settings, people } = list
  const showsNext = useShowsNext()
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
        {
          label: 'After Resolve, show the next',
          group: 'Working through',
          checked: showsNext,
          onSelect: () => chooseShowsNext(!showsNext),
        },
        ...(onPick ? [{ label: 'Select to resolve', group: 'Working through', onSelect: onPick }] : []),
        ...(all.some(({ isNew }) => isNew)
          ? [
              {
                label: project.designs.length > 1 ? 'Mark all designs as read' : 'Mark all as read',
                group: 'Working through',
                onSelect: unread.markAllRead,
              },
            ]
          : []),
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
