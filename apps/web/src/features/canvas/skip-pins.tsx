import { useRef, type ReactNode } from 'react'

/** Below this many, Tab through the pins is no detour. */
const manyPins = 20

/** The way past the pins for the keyboard: shown when it has the focus, and leading behind the design. */
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
