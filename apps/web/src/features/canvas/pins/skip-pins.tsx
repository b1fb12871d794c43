import { useRef, type ReactNode } from 'react'

/** With fewer pins, the skip link is not needed. */
const manyPins = 20

/** A skip link past the pins. It is visible while it has the focus. */
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
