import { m } from '@pinmark/words/messages'
import { memo } from 'react'
import { formatList } from '../../../lib/format'

interface ClusterButtonProps {
  readonly clusterKey: string
  /** Numbers of its comments with spaces between: a string, so that the memoised button renders only when they change. */
  readonly numbers: string
  /** Their keys, so that the pin of each can be found. */
  readonly members: string
  readonly left: string
  readonly top: string
  /** As with a pin. */
  readonly isDrawn: boolean
  readonly isOpen: boolean
  readonly isHovered: boolean
  /** Whether Tab reaches it. The arrow keys reach every pin. */
  readonly isTabStop: boolean
  readonly isUnread: boolean
}

/** A button for pins that would cover each other. It opens a list of them. It shows a count after ×, which no
 *  pin has. */
export const ClusterButton = memo(function ClusterButton(props: ClusterButtonProps) {
  const numbers = props.numbers.split(' ')
  return (
    <button
      type="button"
      className="canvas-cluster"
      data-cluster={props.clusterKey}
      data-members={props.members}
      data-far={!props.isDrawn || undefined}
      data-hovered={props.isHovered || undefined}
      aria-haspopup="dialog"
      tabIndex={props.isTabStop ? 0 : -1}
      aria-expanded={props.isOpen}
      aria-label={clusterLabel(numbers, props.isUnread)}
      style={{ left: props.left, top: props.top }}
    >
      {props.isDrawn && (
        <b translate="no" data-long={numbers.length > 9 || undefined}>{`×${numbers.length}`}</b>
      )}
      {props.isDrawn && props.isUnread && <i />}
    </button>
  )
})

/** The button's name does not contain longer lists of numbers. */
const spokenNumbers = 6

export function clusterLabel(numbers: readonly string[], isUnread: boolean): string {
  const count = numbers.length
  const rest = count - spokenNumbers
  const spoken = formatList(
    rest > 0 ? [...numbers.slice(0, spokenNumbers), m.list_more({ count: rest })] : numbers,
  )
  return isUnread
    ? m.cluster_label_new({ count, numbers: spoken })
    : m.cluster_label({ count, numbers: spoken })
}
