import type { Project } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { useRef, useState } from 'react'
import { FormDialog } from '../../ui/dialog'
import { useChangeRound } from './api/use-round'
import { forgetText, keepText, useKeptText } from '../../lib/kept-texts'
import { FailureStrip } from '../../ui/error-strip'
import { TextAreaField } from '../../ui/field'
import { counted } from '../../lib/plural'

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
      title={`Close round ${number}?`}
      initialFocus={field}
      form={form}
      action="Close round"
      progress="Closing..."
    >
      <p>
        Reviewers can still look and read. They cannot comment or reply until you open it again, or upload a
        new version.
      </p>
      {stats.open > 0 && (
        <p className="font-semibold">{`${counted(stats.open, 'comment is', 'comments are')} still open.`}</p>
      )}
      <TextAreaField
        label="A message to the reviewers (optional)"
        hint="They read it above the design."
        ref={field}
        rows={2}
        maxRows={6}
        maxLength={limits.roundMessage.max}
        value={message}
        readOnly={close.isPending}
        onChange={({ target }) => keepText(key, target.value === '' ? null : target.value)}
      />
      <FailureStrip error={close.error} otherwise="Could not close the round. Try again." />
    </FormDialog>
  )
}
