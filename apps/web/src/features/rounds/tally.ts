import { m } from '@pinmark/words/messages'
import { formatFacts } from '../../lib/format'

/** `2 look good, 1 needs changes` */
export function tallyText({ good, changes }: { good: number; changes: number }): string {
  const parts = [
    good > 0 && m.tally_good({ count: good }),
    changes > 0 && m.tally_changes({ count: changes }),
  ]
  return formatFacts(parts.filter((part) => part !== false)) || m.tally_none()
}
