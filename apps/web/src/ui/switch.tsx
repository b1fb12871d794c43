import { useId, type ReactNode } from 'react'

interface SwitchProps {
  label: ReactNode
  hint: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A setting that is on or off, and takes effect at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-4 border-t pt-4">
      <div className="me-auto min-w-0">
        <p id={id} className="font-[550]">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onClick={() => onChange(!checked)}
      />
    </div>
  )
}
