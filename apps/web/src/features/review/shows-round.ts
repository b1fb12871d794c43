import { useKeptText } from '../../lib/kept-texts'
import { useReview } from './use-review'
import { isRoundOver } from './views'

/** Whether the round is shown: a verdict is about the newest version. Owners see it from the first comment or verdict on.
 *  Others see it while they may give a verdict, have given one, or keep one that they cannot send any more. */
export function useShowsRound(): boolean {
  const { project, shown } = useReview()
  const { can, permanentId, round, stats } = project
  // Not while it can be sent: each letter of it would render what calls this.
  const kept = useKeptText(can.comment ? '' : verdictKey(permanentId))
  if (shown.isOld) return false
  if (can.manage) return stats.total > 0 || round.closedAt !== null || (round.verdicts ?? []).length > 0
  return can.comment || round.mine !== null || isRoundOver(project) || kept !== null
}

/** The key under which the text of an unsent verdict is kept. */
export function verdictKey(permanentId: string): string {
  return `verdict ${permanentId}`
}
