import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from '../../lib/title'
import { CropMarks } from '../../ui/signs'
import { FailureStrip } from '../../ui/error-strip'

interface MailLinkPageProps {
  title: string
  /** When it becomes true, the focus moves to the title, which states the result. */
  isDone: boolean
  children?: ReactNode
  error: Error | null
  /** Shown for an error to which the server gave no sentence. */
  otherwise: string
}

/** The page that a link in a mail opens. Mail scanners open such links too, so nothing happens before a
 *  button is pressed. */
export function MailLinkPage({ title, isDone, children, error, otherwise }: MailLinkPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])
  return (
    <div className="grid place-items-center px-4 py-10">
      <section className="relative grid w-full max-w-120 justify-items-center gap-4 p-10 text-center">
        <CropMarks />
        <h1 ref={heading} tabIndex={-1} className="text-20 font-[620] text-balance outline-none">
          {title}
        </h1>
        {children}
        <FailureStrip error={error} otherwise={otherwise} />
      </section>
    </div>
  )
}
