import type { ReactNode } from 'react'
import { CropMarks } from '../../ui/crop-marks'
import { Pin } from '../../ui/pin'

interface AuthSheetProps {
  title: string
  children: ReactNode
  /** The way to the other form. */
  foot?: ReactNode
}

/** The sheet of login and register: crop marks around it, a pin on its corner. */
export function AuthSheet({ title, children, foot }: AuthSheetProps) {
  return (
    <div className="grid place-items-center px-4 py-6 max-md:place-items-start max-md:px-6 max-md:py-10">
      <section className="relative mx-auto w-full max-w-100 bg-surface p-10 [&_.input]:h-11 max-md:px-6 max-md:pt-7 max-md:pb-8">
        <CropMarks />
        <Pin number={1} className="pin-on-corner" />
        <h1 className="mb-6 text-26 font-[620] tracking-[-0.022em]">{title}</h1>
        {children}
        {foot && <p className="mt-6 text-ink-2">{foot}</p>}
      </section>
    </div>
  )
}
