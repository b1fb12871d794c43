import { pageConstants } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { copyToClipboard } from './clipboard'
import { Button } from './button'
import { Field, TextInput } from './field'

interface CopyFieldProps {
  label: ReactNode
  what: 'link' | 'secret' | 'other'
  text: string
  hint: string
  /** Set if it replaces an element that had the focus. */
  autoFocus?: boolean
}

/** Text to copy: the field selects itself, and a button copies it and shows `Copied!` for two seconds. */
export function CopyField({ label, what, text, hint, autoFocus = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function handleCopy() {
    const isCopied = await copyToClipboard(text, field.current)
    clearTimeout(timer.current)
    setState(isCopied ? 'copied' : 'failed')
    if (isCopied) timer.current = setTimeout(() => setState('idle'), pageConstants.copiedMs)
  }

  return (
    <Field label={label} hint={hint} error={state === 'failed' ? m.copy_by_hand({ what }) : null}>
      {(control) => (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(6.5rem,auto)] gap-2">
          <TextInput
            {...control}
            ref={field}
            autoFocus={autoFocus}
            readOnly
            value={text}
            // Selected from its end to its beginning, so that the host stays in view.
            onFocus={({ currentTarget: input }) => {
              input.setSelectionRange(0, input.value.length, 'backward')
              // A dialog that opens selects it again, and scrolls to its end.
              requestAnimationFrame(() => (input.scrollLeft = 0))
            }}
          />
          <Button variant="primary" className="px-0" onClick={() => void handleCopy()}>
            {state === 'copied' && <Check strokeWidth={2} />}
            <span>{state === 'copied' ? m.copy_done() : m.action_copy()}</span>
          </Button>
          <span role="status" className="sr-only">
            {state === 'copied' && m.copy_announced({ what })}
          </span>
        </div>
      )}
    </Field>
  )
}
