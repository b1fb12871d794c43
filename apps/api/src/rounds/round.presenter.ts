import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { Round, Verdict } from '@pinmark/shared/entities/round'
import type { ProjectRecord } from '../projects/project.record'
import type { VerdictRecord } from './verdict.record'

type Given = Pick<VerdictRecord, 'visitor' | 'name' | 'verdict' | 'note' | 'at'>

interface RoundView {
  isDesigner: boolean
  /** See `visitorKey` in visit.record.ts. */
  visitor: string | null
  /** All verdicts of the round for designers, newest first; at least their own for others. */
  verdicts: readonly Given[]
}

export function presentRound(
  { round }: Pick<ProjectRecord, 'round'>,
  { isDesigner, visitor, verdicts }: RoundView,
): Round {
  const mine = verdicts.find((verdict) => verdict.visitor === visitor)
  return {
    number: round.number,
    openedAt: round.openedAt.toISOString(),
    closedAt: round.closedAt?.toISOString() ?? null,
    message: round.message,
    mine: (mine && presentVerdict(mine)) ?? null,
    verdicts: isDesigner ? verdicts.flatMap((verdict) => presentVerdict(verdict) ?? []) : null,
  }
}

function presentVerdict({ name, verdict, note, at }: Given): Verdict | null {
  return verdict && { name, verdict, note, at: at.toISOString() }
}

/** A card has room for a few names. */
const namesOnCard = 20

export function presentRoundSummary(
  { round }: Pick<ProjectRecord, 'round'>,
  given: readonly Pick<VerdictRecord, 'name' | 'verdict'>[],
): ProjectSummary['round'] {
  const verdicts = given.flatMap(({ name, verdict }) => (verdict ? { name, verdict } : []))
  return {
    number: round.number,
    closedAt: round.closedAt?.toISOString() ?? null,
    good: verdicts.filter(({ verdict }) => verdict === 'good').length,
    changes: verdicts.filter(({ verdict }) => verdict === 'changes').length,
    verdicts: verdicts.slice(0, namesOnCard),
  }
}
