import { useRef, type ReactNode } from 'react'

/** With fewer pins, no link past them is needed. */
const manyPins = 20

/** A skip link for the keyboard: shown with the focus, it leads past the pins. */
export function SkipPins({ count, children }: { count: number; children: ReactNode }) {
  const end = useRef<HTMLSpanElement>(null)
  return (
    <>
      {count > manyPins && (
        <button type="button" className="canvas-skip" onClick={() => end.current?.focus()}>
          {`Skip ${count} comments on the design`}
        </button>
      )}
      {children}
      <span ref={end} tabIndex={-1} />
    </>
  )
}
