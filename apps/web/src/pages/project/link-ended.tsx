import { m } from '@pinmark/words/messages'
import { formatDate } from '../../lib/clock'
import { useTitle } from '../../lib/title'
import { StatePage } from '../../ui/state-page'

export { LinkGate } from '../../features/sharing/link-gate'

/** Shown instead of a project whose link has ended. It does not name the project. */
export function LinkEnded({ endedAt }: { endedAt: string | undefined }) {
  useTitle(m.link_ended_title())
  const title = endedAt === undefined ? m.link_ended() : m.link_ended_heading({ date: formatDate(endedAt) })
  return <StatePage title={title} text={m.link_ended_words()} />
}
