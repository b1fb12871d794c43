import type { ReactNode } from 'react'

interface CheckFieldProps {
  checked: boolean
  /** Neither checked nor unchecked: it is true of some. */
  isMixed?: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A checkbox with its words. */
export function CheckField({ checked, isMixed = false, onChange, children }: CheckFieldProps) {
  return (
    <label className="flex min-h-7 items-center gap-2 max-md:min-h-11 pointer-coarse:min-h-11">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        type="checkbox"
        className="size-4 flex-none"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}
