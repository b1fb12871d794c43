import { AppError } from '@pinmark/shared/errors'
import { pagePaths } from '@pinmark/shared/paths'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useConfirmReplyMail } from '../../features/notices/api/use-notices'
import { useTitle } from '../../lib/title'
import { Button, buttonClass } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'
import { ErrorStrip } from '../../ui/error-strip'

/** Where the link leads that confirms an address. Programs that look at links for their owners come here too: only a press
 *  confirms. Its token stands behind the #, and never reaches the log of a server or a proxy. */
export function ConfirmPage() {
  const token = useLocation().hash.slice(1)
  const { data, error, isPending, mutate } = useConfirmReplyMail()
  const heading = useRef<HTMLHeadingElement>(null)
  const title = data ? 'Mail about replies is on' : 'Get mail about replies?'
  useTitle(title)
  useEffect(() => {
    if (data) heading.current?.focus()
  }, [data])
  return (
    <div className="grid place-items-center px-4 py-10">
      <section className="relative grid w-full max-w-120 justify-items-center gap-4 p-10 text-center">
        <CropMarks />
        <h1 ref={heading} tabIndex={-1} className="text-20 font-[620] text-balance outline-none">
          {title}
        </h1>
        <p className="wrap-anywhere text-ink-2">
          {data
            ? data.project
            : 'You get mail about replies to your comments and about new versions. One click in any mail stops it.'}
        </p>
        {data ? (
          <Link to={pagePaths.project(data.link)} className={buttonClass({})}>
            Open the project
          </Link>
        ) : (
          <Button variant="primary" pending={isPending} onClick={() => mutate(token)}>
            Confirm
          </Button>
        )}
        <ErrorStrip>
          {error && (error instanceof AppError ? error.message : 'Nothing was turned on. Try again.')}
        </ErrorStrip>
      </section>
    </div>
  )
}
