import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../../../ui/field'

/** Shown before the pictures, which are still arriving. It is scrolled clear of the buttons of a low popup. */
export function PictureNotice({ notice }: { notice: string }) {
  const id = useId()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chrome returns a promise here, which React would take for the cleanup of the effect.
    alert.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [notice])
  return (
    <div ref={alert} role="alert" className="scroll-mb-28">
      <FieldError id={id}>{notice}</FieldError>
    </div>
  )
}
