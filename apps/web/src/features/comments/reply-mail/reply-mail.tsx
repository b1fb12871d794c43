import * as noticesApi from '@pinmark/shared/api/notices'
import type { Project } from '@pinmark/shared/entities/project'
import type { ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { newReplyMailSchema } from '@pinmark/shared/entities/reply-mail-requests'
import { m } from '@pinmark/words/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { fieldError } from '../../../lib/form'
import { readSession } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { FailureStrip } from '../../../ui/error-strip'
import { Field, TextInput } from '../../../ui/field'
import { call } from '../../../lib/api'

/** The form for a visitor's mail address: stores it, says that it waits for confirmation, and removes it
 *  again. */
export function ReplyMailForm({ project: { _id }, hasFocus }: { project: Project; hasFocus?: boolean }) {
  const { data, error } = useReplyMail(_id)
  const change = useChangeReplyMail(_id)
  const [email, setEmail] = useState(() => readSession()?.user.email ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const state = data?.state
  const hasChanged = change.isSuccess
  // The button that was pressed is gone, so the focus has to move.
  useEffect(() => {
    if (hasChanged) (state === 'none' ? input : status).current?.focus({ preventScroll: true })
  }, [hasChanged, state])
  const failure = change.error ?? (data ? null : error)

  function turnOn(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    const checked = newReplyMailSchema.safeParse({ email })
    setWrong(checked.success ? null : fieldError(checked.error, 'email'))
    if (checked.success) change.mutate(checked.data.email)
    else input.current?.focus()
  }

  return (
    <div className="grid gap-3">
      <div ref={status} role="status" tabIndex={-1} className="outline-none empty:hidden">
        {state !== undefined && state !== 'none' && (
          <p className="text-13 wrap-anywhere text-ink-2">
            {state === 'on'
              ? m.reply_mail_on()
              : // Only this page knows the address, until it closes.
                email === ''
                ? m.reply_mail_confirm()
                : m.reply_mail_confirm_address({ email })}
          </p>
        )}
      </div>
      {state === 'none' && (
        <form noValidate onSubmit={turnOn}>
          <Field label={m.reply_mail_ask()} hint={m.reply_mail_hint()} error={wrong}>
            {(control) => (
              <div className="flex gap-2">
                <TextInput
                  {...control}
                  ref={input}
                  type="email"
                  autoComplete="email"
                  placeholder={m.reply_mail_example()}
                  className="min-w-0 flex-1"
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only where the visitor asked for this form.
                  autoFocus={hasFocus === true}
                  value={email}
                  readOnly={change.isPending}
                  onChange={({ target }) => {
                    setEmail(target.value)
                    setWrong(null)
                  }}
                />
                <Button type="submit" pending={change.isPending}>
                  {m.reply_mail_turn_on()}
                </Button>
              </div>
            )}
          </Field>
        </form>
      )}
      {state !== undefined && state !== 'none' && (
        <Button
          size="sm"
          className="justify-self-start"
          pending={change.isPending}
          onClick={() => change.mutate(null, { onSuccess: () => setEmail('') })}
        >
          {m.reply_mail_stop()}
        </Button>
      )}
      <FailureStrip error={failure} otherwise={m.nothing_changed()} />
    </div>
  )
}

const keyOf = (projectId: string) => ['reply-mail', projectId]

/** Whether this visitor gets mail about replies. They confirm the address in another tab, so the state is
 *  read again each time it is shown, and when they return to this tab. */
export function useReplyMail(projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(noticesApi.readReplyMail, { params: { projectId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Stores an address, or removes it (null). */
function useChangeReplyMail(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string | null): Promise<ReplyMail> =>
      email === null
        ? call(noticesApi.stopReplyMail, { params: { projectId } })
        : call(noticesApi.askForReplyMail, { params: { projectId }, body: { email } }),
    onSuccess: (state) => queryClient.setQueryData(keyOf(projectId), state),
  })
}
