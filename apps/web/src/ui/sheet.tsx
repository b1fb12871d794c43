import type { ReactNode } from 'react'
import { CropMarks } from './signs'

/** A narrow sheet with crop marks, for a page that consists of one form. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className="grid place-items-center px-4 py-6 max-md:place-items-start max-md:px-6 max-md:py-10">
      <section className="relative mx-auto w-full max-w-100 bg-surface p-10 [&_.input]:h-11 max-md:px-6 max-md:pt-7 max-md:pb-8">
        <CropMarks />
        {children}
      </section>
    </div>
  )
}
