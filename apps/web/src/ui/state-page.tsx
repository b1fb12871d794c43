import type { ReactNode } from 'react'
import { CropMarks } from './signs'

interface StatePageProps {
  title: string
  text: ReactNode
  action: ReactNode
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
        <div className="mt-3">{action}</div>
      </div>
    </div>
  )
}
