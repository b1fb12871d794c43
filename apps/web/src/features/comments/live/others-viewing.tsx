import { Avatar } from '../../../ui/signs'
import { counted } from '../../../lib/plural'
import type { Live } from './use-live'

/** `2 others viewing`, with their names. */
export function OthersViewing({ others: { count, viewers } }: Pick<Live, 'others'>) {
  const names = viewers.map(({ name, isOwner }) => name ?? (isOwner ? 'The designer' : 'Somebody'))
  const unnamed = count - names.length
  const all = unnamed > 0 ? `${names.join(', ')} and ${unnamed} more` : names.join(', ')
  return (
    <p className="flex items-center gap-2.5 text-13 text-ink-2" data-tooltip={all}>
      <span className="flex max-md:hidden">
        {names.slice(0, 2).map((name, index) => (
          <span key={`${name} ${String(index)}`} className="viewer-avatar">
            <Avatar name={name} />
          </span>
        ))}
      </span>
      <span className="tabular whitespace-nowrap">{counted(count, 'other viewing', 'others viewing')}</span>
      <span className="sr-only">{all}</span>
    </p>
  )
}
