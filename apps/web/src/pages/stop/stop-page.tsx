import { AppError } from '@pinmark/shared/page-errors'
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
  const question = isVisitors ? 'Stop these mails and remove your address?' : 'Stop mail about this project?'
  const outcome = isStopped ? 'No more mail about this project' : 'Mail about this project comes again'
  // A mail program has cut off the link.
  if (stopToken === '') {
    return (
      <MailLinkPage
        title="Nothing was stopped"
        isDone={false}
        error={new AppError('stop_link_not_valid')}
        otherwise="Nothing was stopped."
      />
    )
  }
  if (isLoading) return null
  return (
    <MailLinkPage
      title={data || isStopped ? outcome : question}
      isDone={data !== undefined}
      error={error}
      otherwise={`Nothing was ${variables === 'start' ? 'turned on' : 'stopped'}. Try again.`}
    >
      {stop && stop.project !== '' && <p className="wrap-anywhere text-ink-2">{stop.project}</p>}
      {stop?.isForgotten ? (
        <p className="text-ink-2">Your address is removed. You can still comment.</p>
      ) : (
        <Button
          variant={data || isStopped ? 'outline' : 'primary'}
          pending={isPending}
          onClick={() => mutate(isStopped ? 'start' : 'stop')}
        >
          {isStopped ? 'Turn on again' : isVisitors ? 'Stop and remove' : 'Stop mail'}
        </Button>
      )}
    </MailLinkPage>
  )
}
