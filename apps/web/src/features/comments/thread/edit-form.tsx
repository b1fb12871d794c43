import type { Message } from '@pinmark/shared/entities/comment'
import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { valueError } from '../../../lib/form'
import { isSubmitKey, submitKeys } from '../../../lib/shortcuts'
import { Button } from '../../../ui/button'
import { announce } from '../../../lib/announce'
import { useChangeComment } from '../../review/data/thread-calls'
import { fieldsOf } from '../../review/drafts/draft'
import { forgetText, keepText } from '../../../lib/kept-texts'
import { useMovedFocus } from '../../../lib/use-moved-focus'
import { ErrorStrip } from '../../../ui/error-strip'
import { TextAreaField } from '../../../ui/field'

/** A press on Edit, and the message that it edits. Another press is another object, and moves the focus again. */
export interface Edit {
  readonly id: string
}

interface EditFormProps {
  projectId: string
  message: Message
  /** Null if the form is open because of its kept text. */
  edit: Edit | null
  keptText: string | null
  /** The button of the menu that has `Edit`. It gets the focus back. */
  menu: RefObject<HTMLElement | null>
  onEnd: () => void
}

/** Edits the text of a message in place. The typed text is kept until it is saved or cancelled. */
export function EditForm({
  projectId,
  message: { _id, text, pictures },
  edit,
  keptText,
  menu,
  onEnd,
}: EditFormProps) {
  const change = useChangeComment(projectId)
  const [blank, setBlank] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useMovedFocus(field)
  useEffect(() => {
    // It already has the focus, so the selection in it stays.
    if (document.activeElement === field.current) return
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [edit])

  function end() {
    // The button of a reply does not exist while the reply is edited.
    flushSync(() => {
      forgetText(_id, keptText)
      onEnd()
    })
    menu.current?.focus({ preventScroll: true })
  }

  function endSaved() {
    announce(m.comment_edited())
    end()
  }

  function save() {
    const parsed = fieldsOf({ pictures }).shape.text.safeParse(keptText ?? text)
    if (!parsed.success) {
      setBlank(valueError(parsed.error))
      field.current?.focus()
    } else if (parsed.data === text) end()
    else if (!change.isPending)
      change.mutate({ id: _id, change: { text: parsed.data } }, { onSuccess: endSaved })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isSubmitKey(event)) {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && keptText === null) {
      // Without changes, Esc closes the form only, and the popup stays.
      event.stopPropagation()
      end()
    }
  }

  return (
    <div className="grid gap-2 py-1">
      <TextAreaField
        label={<span className="sr-only">{m.edit_label()}</span>}
        error={blank}
        ref={field}
        name={`edit-${_id}`}
        rows={3}
        value={keptText ?? text}
        readOnly={change.isPending}
        onKeyDown={handleKeyDown}
        onChange={({ target }) => {
          setBlank(null)
          keepText(_id, target.value === text ? null : target.value)
        }}
      />
      <ErrorStrip detail={failureText('', change.error)}>{change.error && m.not_saved_kept()}</ErrorStrip>
      <div className="flex justify-end gap-2">
        <Button
          size="sm"
          variant="quiet"
          data-tooltip={m.tooltip_with_key({ label: m.action_cancel(), key: 'Esc' })}
          disabled={change.isPending}
          onClick={end}
        >
          {m.action_cancel()}
        </Button>
        <Button
          size="sm"
          variant="primary"
          data-tooltip={m.tooltip_with_key({ label: m.action_save(), key: submitKeys })}
          pending={change.isPending}
          onClick={save}
        >
          {m.action_save()}
        </Button>
      </div>
    </div>
  )
}
