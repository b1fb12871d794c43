import type { VerdictKind } from '@pinmark/shared/entities/round'
import { m } from '@pinmark/words/messages'
import { Check, PencilLine } from 'lucide-react'
import { formatFacts } from '../../lib/format'

export const verdictKinds = ['good', 'changes'] as const

export const verdictWords = { good: () => m.verdict_good(), changes: () => m.verdict_changes() }

/** The signs differ in shape, so that they do not depend on colour. */
export function VerdictSign({ kind }: { kind: VerdictKind }) {
  const Icon = kind === 'good' ? Check : PencilLine
  return <Icon className="flex-none" />
}

/** `2 look good, 1 needs changes` */
export function tallyText({ good, changes }: { good: number; changes: number }): string {
  const parts = [
    good > 0 && m.tally_good({ count: good }),
    changes > 0 && m.tally_changes({ count: changes }),
  ]
  return formatFacts(parts.filter((part) => part !== false)) || m.tally_none()
}
