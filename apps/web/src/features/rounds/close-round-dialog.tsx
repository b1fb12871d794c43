import type { Project } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { useRef, useState } from 'react'
import { FormDialog } from '../../ui/dialog'
import { useChangeRound } from './api/use-round'
import { forgetText, keepText, useKeptText } from '../../lib/kept-texts'
import { FailureStrip } from '../../ui/error-strip'
import { TextAreaField } from '../../ui/field'

interface CloseRoundDialogProps {
  readonly project: Project
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a round is closed, and for a message to its reviewers. */
export function CloseRoundDialog({ project, open, onClose }: CloseRoundDialogProps) {
  const { stats } = project
  // The round that the question is about, even if another page opens the next one meanwhile.
  const [{ number }] = useState(project.round)
  // Kept until it is sent or cancelled, because the dialog ends with the panel when a phone is turned.
  const key = `closing ${project.permanentId}`
  const kept = useKeptText(key)
  const message = kept ?? ''
  const field = useRef<HTMLTextAreaElement>(null)
  const close = useChangeRound(project._id)
  const end = () => {
    forgetText(key, kept)
    onClose()
  }

  const form = {
    isDirty: message !== '',
    isPending: close.isPending,
    submit: () => {
      if (close.isPending) return
      const body = { closed: true, message: message.trim(), round: number }
      close.mutate(body, { onSuccess: end })
    },
  }

  return (
    <FormDialog
      open={open}
      onClose={end}
      title={m.round_close_ask({ number })}
      initialFocus={field}
      form={form}
      action={m.round_close()}
      progress={m.round_closing()}
    >
      <p>{m.round_close_words()}</p>
      {stats.open > 0 && <p className="font-semibold">{m.round_still_open({ count: stats.open })}</p>}
      <TextAreaField
        label={m.round_message()}
        hint={m.round_message_hint()}
        ref={field}
        rows={2}
        maxRows={6}
        maxLength={limits.roundMessage.max}
        value={message}
        readOnly={close.isPending}
        onChange={({ target }) => keepText(key, target.value === '' ? null : target.value)}
      />
      <FailureStrip error={close.error} otherwise={m.round_close_failed()} />
    </FormDialog>
  )
}
