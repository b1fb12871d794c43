import { m } from '@pinmark/words/messages'
import { Avatar } from '../../../ui/signs'
import type { Live } from './use-live'
import { formatFacts, formatList } from '../../../lib/format'

/** `2 others viewing`, with their names. */
export function OthersViewing({ others: { count, viewers } }: Pick<Live, 'others'>) {
  const names = viewers.map(
    ({ name, isOwner }) => name ?? (isOwner ? m.viewer_designer() : m.viewer_unnamed()),
  )
  const unnamed = count - names.length
  const all = unnamed > 0 ? formatList([...names, m.count_others({ count: unnamed })]) : formatFacts(names)
  return (
    <p className="flex items-center gap-2.5 text-13 text-ink-2" data-tooltip={all}>
      <span className="flex max-md:hidden">
        {names.slice(0, 2).map((name, index) => (
          <span key={`${name} ${String(index)}`} className="viewer-avatar">
            <Avatar name={name} />
          </span>
        ))}
      </span>
      <span className="tabular whitespace-nowrap">{m.viewers_count({ count })}</span>
      <span className="sr-only">{all}</span>
    </p>
  )
}
