import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { useStopMails } from '../../features/notices/api/use-notices'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'
import { ErrorStrip } from '../../ui/error-strip'
import { AppError } from '@pinmark/shared/errors'

/** Where the link at the foot of a mail leads. Programs that look at links for their owners come here too: only a press stops
 *  the mails. */
export function StopPage() {
  const { stopToken = '' } = useParams()
  const change = useStopMails(stopToken)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, variables } = change
  // The link of an account names its project too.
  const isVisitors = stopToken.split('.').length === 2
  const title = data
    ? data.isStopped
      ? 'No more mail about this project'
      : 'Mail about this project comes again'
    : isVisitors
      ? 'Stop these mails and remove your address?'
      : 'Stop mail about this project?'
  useTitle(title)
  useEffect(() => {
    if (data) heading.current?.focus()
  }, [data])
  const isStopped = data?.isStopped ?? false
  return (
    <div className="grid place-items-center px-4 py-10">
      <section className="relative grid w-full max-w-120 justify-items-center gap-4 p-10 text-center">
        <CropMarks />
        <h1 ref={heading} tabIndex={-1} className="text-20 font-[620] text-balance outline-none">
          {title}
        </h1>
        {data && data.project !== '' && <p className="wrap-anywhere text-ink-2">{data.project}</p>}
        {data?.isForgotten ? (
          <p className="text-ink-2">Your address is removed. You can still comment.</p>
        ) : (
          <Button
            variant={data ? 'outline' : 'primary'}
            pending={isPending}
            onClick={() => change.mutate(isStopped ? 'start' : 'stop')}
          >
            {isStopped ? 'Turn on again' : isVisitors ? 'Stop and remove' : 'Stop mail'}
          </Button>
        )}
        <ErrorStrip>
          {error &&
            (error instanceof AppError
              ? error.message
              : `Nothing was ${variables === 'start' ? 'turned on' : 'stopped'}. Try again.`)}
        </ErrorStrip>
      </section>
    </div>
  )
}
