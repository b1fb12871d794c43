import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from './button'
import { CropMarks } from './signs'

interface StatePageProps {
  title: string
  text: ReactNode
  /** Default: a link to the start. */
  action?: ReactNode
  /** `bare` is part of a page that already has a heading: no crop marks, a heading of the second level. */
  look?: 'page' | 'bare'
}

/** A page, or a part of one, with a message: what happened, then what to do. */
export function StatePage({ title, text, action, look = 'page' }: StatePageProps) {
  const Heading = look === 'page' ? 'h1' : 'h2'
  return (
    <div className="grid place-items-center px-6 py-12">
      <div className="relative grid w-full max-w-[440px] justify-items-center gap-1.5 px-6 py-10 text-center">
        {look === 'page' && <CropMarks />}
        <Heading className="text-20 font-[620] tracking-[-0.018em] text-balance wrap-anywhere">
          {title}
        </Heading>
        <p className="max-w-[38ch] text-balance text-ink-2 wrap-anywhere">{text}</p>
        <div className="mt-3">
          {action ?? (
            <Link to={pageRoutes.dashboard} className={buttonClass({})}>
              {m.back_to_start()}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}
