import { pageRoutes } from '@pinmark/shared/paths'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { StatePage } from '../../ui/state-page'

export { LinkGate } from '../../features/sharing/link-gate'

/** Shown instead of a project whose link has ended. It does not name the project. */
export function LinkEnded({ endedAt }: { endedAt: string | undefined }) {
  useTitle('Link ended')
  return (
    <StatePage
      title={endedAt === undefined ? 'This link ended' : `This link ended on ${formatDate(endedAt)}`}
      text="What you wrote is safe with the designer. Ask for a new link to look again."
      action={
        <Link to={pageRoutes.dashboard} className={buttonClass({})}>
          Back to start
        </Link>
      }
    />
  )
}
