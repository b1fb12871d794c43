import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link } from 'react-router-dom'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { StatePage } from '../../ui/state-page'

export function NotFoundPage() {
  useTitle(m.not_found_title())
  return (
    <StatePage
      title={m.not_found_title()}
      text={m.not_found_words()}
      action={
        <Link to={pageRoutes.dashboard} className={buttonClass({})}>
          {m.back_to_start()}
        </Link>
      }
    />
  )
}
