import { pageRoutes } from '@pinmark/shared/paths'
import { Link } from 'react-router-dom'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { StatePage } from '../../ui/state-page'

export function NotFoundPage() {
  useTitle('Nothing is pinned here')
  return (
    <StatePage
      title="Nothing is pinned here"
      text="This address leads nowhere. It may be cut short."
      action={
        <Link to={pageRoutes.dashboard} className={buttonClass({})}>
          Back to start
        </Link>
      }
    />
  )
}
