import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useParams } from 'react-router-dom'
import { useStop, useStopMails } from '../../features/notices/use-notices'
import { MailLinkPage } from '../../features/notices/mail-link-page'
import { Button } from '../../ui/button'

/** Stops the mails about a project, by the link in a mail. */
export function StopPage() {
  const { stopToken = '' } = useParams()
  const { data: stop, isLoading } = useStop(stopToken)
  const { data, error, isPending, mutate, variables } = useStopMails(stopToken)
  // The token of an account also contains the project.
  const isVisitors = stopToken.split('.').length === 2
  // A mail program may have stopped them with one click.
  const isStopped = stop?.isStopped ?? false
  const question = isVisitors ? m.stop_ask_visitor() : m.stop_ask()
  const outcome = isStopped ? m.stop_done() : m.stop_undone()
  // A mail program has cut off the link.
  if (stopToken === '') {
    return (
      <MailLinkPage
        title={m.stop_nothing_title()}
        isDone={false}
        error={new AppError('stop_link_not_valid')}
        otherwise={m.stop_nothing()}
      />
    )
  }
  if (isLoading) return null
  return (
    <MailLinkPage
      title={data || isStopped ? outcome : question}
      isDone={data !== undefined}
      error={error}
      otherwise={variables === 'start' ? m.nothing_turned_on() : m.nothing_stopped()}
    >
      {stop && stop.project !== '' && <p className="wrap-anywhere text-ink-2">{stop.project}</p>}
      {stop?.isForgotten ? (
        <p className="text-ink-2">{m.stop_address_removed()}</p>
      ) : (
        <Button
          variant={data || isStopped ? 'outline' : 'primary'}
          pending={isPending}
          onClick={() => mutate(isStopped ? 'start' : 'stop')}
        >
          {isStopped ? m.turn_on_again() : isVisitors ? m.stop_and_remove() : m.stop_mail()}
        </Button>
      )}
    </MailLinkPage>
  )
}
