import { AppError } from '@pinmark/shared/page-errors'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link, useLocation } from 'react-router-dom'
import { useConfirmReplyMail } from '../../features/notices/use-notices'
import { MailLinkPage } from '../../features/notices/mail-link-page'
import { Button, buttonClass } from '../../ui/button'

/** Confirms the mail address of a visitor. The token is in the fragment of the link, which browsers do not
 *  send, so it reaches no log of a server or a proxy. */
export function ConfirmPage() {
  const token = useLocation().hash.slice(1)
  const { data, error: refusal, isPending, mutate } = useConfirmReplyMail()
  const error = token === '' ? new AppError('confirm_link_over') : refusal
  const isOver = error instanceof AppError && error.code === 'confirm_link_over'
  if (isOver) return <MailLinkPage title={m.confirm_over()} isDone error={error} otherwise="" />
  return (
    <MailLinkPage
      title={data ? m.confirm_done() : m.confirm_ask()}
      isDone={data !== undefined}
      error={error}
      otherwise={m.nothing_turned_on()}
    >
      {data?.project !== '' && (
        <p className="wrap-anywhere text-ink-2">{data ? data.project : m.confirm_words()}</p>
      )}
      {data ? (
        <Link to={pagePaths.project(data.link)} className={buttonClass({})}>
          {m.project_open()}
        </Link>
      ) : (
        <Button variant="primary" pending={isPending} onClick={() => mutate(token)}>
          {m.action_confirm()}
        </Button>
      )}
    </MailLinkPage>
  )
}
