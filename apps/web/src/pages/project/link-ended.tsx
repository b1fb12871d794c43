import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { StatePage } from '../../ui/state-page'

export { LinkGate } from '../../features/sharing/link-gate'

/** Shown instead of a project whose link has ended. It does not name the project. */
export function LinkEnded({ endedAt }: { endedAt: string | undefined }) {
  useTitle(m.link_ended_title())
  return (
    <StatePage
      title={endedAt === undefined ? m.link_ended() : m.link_ended_heading({ date: formatDate(endedAt) })}
      text={m.link_ended_words()}
      action={
        <Link to={pageRoutes.dashboard} className={buttonClass({})}>
          {m.back_to_start()}
        </Link>
      }
    />
  )
}
