import * as noticesApi from '@pinmark/shared/api/notices'
import type { Project } from '@pinmark/shared/entities/project'
import type { ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { newReplyMailSchema } from '@pinmark/shared/entities/reply-mail-requests'
import { m } from '@pinmark/words/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, useId } from 'react'
import { fieldError } from '../../../lib/form'
import { readSession } from '../../../lib/session'
import { Button, IconButton } from '../../../ui/button'
import { FailureStrip } from '../../../ui/error-strip'
import { Field, TextInput } from '../../../ui/field'
import { call } from '../../../lib/api'
import type { Comment } from '@pinmark/shared/entities/comment'
import { X } from 'lucide-react'
import { Popup } from '../composer/popup'
import type { PopupAnchor } from '../composer/use-popup-place'
import { readStored, writeStored } from '../../../lib/storage'
import { onEscape } from '../../../ui/popover'
import { useEscape } from '../../../ui/use-window-event'
import './reply-mail.css'

/** The form for a visitor's mail address: stores it, says that it waits for confirmation, and removes it
 *  again. */
function ReplyMailForm({ project: { _id }, hasFocus }: { project: Project; hasFocus?: boolean }) {
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
function useReplyMail(projectId: string) {
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

interface ReplyMailPopupProps {
  project: Project
  anchor: PopupAnchor
  /** The comment that was just sent. */
  comment: Comment
  onClose: () => void
}

/** Offers mail about replies at the place where a comment was written. It appears automatically, so only once
 *  in each project, and does not take the focus. */
export function ReplyMailPopup({ project, anchor, comment, onClose }: ReplyMailPopupProps) {
  const titleId = useId()
  const { permanentId } = project
  const [isNew] = useState(() => !wasReplyMailOffered(permanentId))
  const { data } = useReplyMail(project._id)
  // Not offered to a visitor who has already left an address. Once open, the popup stays through all states.
  const [isOpen, setOpen] = useState(false)
  if (isNew && !isOpen && data?.state === 'none') setOpen(true)
  const isOver = !isNew || (data && !isOpen && data.state !== 'none')

  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  useEffect(() => {
    if (isOpen) rememberReplyMailOffer(permanentId)
  }, [isOpen, permanentId])
  // The focus may be anywhere on the page.
  useEscape(onClose, isOpen)
  if (!isOpen) return null

  return (
    <Popup
      anchor={anchor}
      hasLeader={comment.kind !== 'design'}
      labelledBy={titleId}
      pinKey={comment._id}
      onDismiss={onClose}
    >
      <div className="reply-mail-offer grid gap-2 px-4 pb-4">
        <div className="-me-2 flex h-11 items-center gap-2">
          <h2 id={titleId} className="me-auto text-14 font-semibold">
            {m.comment_added({ number: comment.number })}
          </h2>
          <IconButton size="sm" label={m.action_close()} shortcut="Esc" onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <ReplyMailForm project={project} />
      </div>
    </Popup>
  )
}

/** The projects in which this browser has already offered mail about replies. It is offered automatically
 *  once in each. */
const key = 'pinmark.mail-offered'
/** Older projects are forgotten, and may get the offer once more. */
const keptProjects = 50

function wasReplyMailOffered(permanentId: string): boolean {
  return offers().includes(permanentId)
}

function rememberReplyMailOffer(permanentId: string): void {
  writeStored(key, [permanentId, ...offers()].slice(0, keptProjects).join(' '))
}

function offers(): string[] {
  return readStored(key)?.split(' ') ?? []
}

/** The same form at the head of a thread, if the visitor opened it there. */
export function ReplyMailSection({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of it.
    <section
      aria-label={m.reply_mail_title()}
      className="flex flex-none gap-1 border-b border-line py-3 pe-2 ps-4"
      onKeyDown={onEscape(onClose)}
    >
      <div className="min-w-0 flex-1">
        <ReplyMailForm project={project} hasFocus />
      </div>
      <IconButton size="sm" label={m.reply_mail_close()} onClick={onClose}>
        <X />
      </IconButton>
    </section>
  )
}
