import { commentFieldsSchema, type Message } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { fieldError } from '../../../lib/form'
import { rememberCommenter, useSession } from '../../../lib/session'
import { isSubmitKey } from '../../../lib/shortcuts'
import { edited, fieldsOf, withOwnName, type Draft, type DraftProblem } from '../../review/drafts/draft'
import { findDraft, saveDraft } from '../../review/drafts/draft-store'
import { attaching, holdDraft, sendDraft, useOutbox } from '../../review/drafts/send-draft'
import { keptWords } from '../kept-note'

interface ComposerEvents {
  onSent: (message: Message) => void
  /** The draft waits for the network, or another tab has sent it, so nothing is left to do here. */
  onLeft: () => void
}

export type ComposerProblems = Record<DraftProblem['field'], string | null>
export type ComposerState = ReturnType<typeof useComposer>

/** The form that writes and sends a draft. Each keystroke is stored, so that closing, reloading or a failure loses
 *  nothing. */
export function useComposer(project: Project, stored: Draft, { onSent, onLeft }: ComposerEvents) {
  const outbox = useOutbox(project)
  const { permanentId } = outbox
  const draft = withOwnName(project, stored)
  const { key } = draft
  const [blank, setBlank] = useState<Partial<ComposerProblems>>({})
  const [isWaiting, setIsWaiting] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    const release = holdDraft(key)
    return () => {
      isOpen.current = false
      release()
    }
  }, [key])
  const problems: ComposerProblems = { commenter: null, text: null, none: null, ...blank }
  if (draft.problem) problems[draft.problem.field] = draft.problem.text

  // The account was renamed in another tab. A name that was typed instead of the account's stays.
  const accountName = useSession()?.user.name
  const formerName = useRef(accountName)
  useEffect(() => {
    if (accountName && draft.commenter === formerName.current && accountName !== formerName.current)
      save({ commenter: accountName })
    formerName.current = accountName
  })

  /** Merged into the stored draft, because a browser may fill in two fields before either is rendered. */
  function save(part: Partial<Draft>) {
    saveDraft(permanentId, edited(withOwnName(project, findDraft(permanentId, key) ?? draft), part))
  }

  function change(field: 'commenter' | 'text', value: string) {
    setBlank((current) => ({ ...current, [field]: null }))
    const isAnswered = draft.problem?.field === field
    save({ [field]: value, ...(isAnswered && { problem: null }) })
  }

  /** The name is stored as soon as it is typed, even if the comment is not sent. A designer types none. */
  function keepName() {
    const name = commentFieldsSchema.shape.commenter.safeParse(draft.commenter)
    if (name.success && !project.can.manage) rememberCommenter(name.data)
  }

  /** Waits for pictures that are being added. If one cannot be added, the form says so, and nothing is sent.
   *  @returns the first invalid field, also of those that the server refused; null if there is none */
  async function submit(): Promise<'commenter' | 'text' | null> {
    const adding = attaching.get(key)
    if (adding) {
      setIsWaiting(true)
      const reason = await adding
      setIsWaiting(false)
      if (reason !== null || !findDraft(permanentId, key)) return null
    }
    const present = withOwnName(project, findDraft(permanentId, key) ?? stored)
    const fields = fieldsOf(present).safeParse(present)
    if (!fields.success) {
      const commenter = fieldError(fields.error, 'commenter')
      // A reply shows the field for the name only now.
      flushSync(() => setBlank({ commenter, text: fieldError(fields.error, 'text') }))
      return commenter === null ? 'text' : 'commenter'
    }
    keepName()
    save(fields.data)
    const { status } = await sendDraft(outbox, key, {
      // The composer was closed meanwhile. The pin shows the result, and what is open now stays open.
      onSent: (message) => isOpen.current && onSent(message),
    })
    if (!isOpen.current) return null
    if (status === 'queued' || status === 'gone') onLeft()
    const field = findDraft(permanentId, key)?.problem?.field
    return field === 'none' || field === undefined ? null : field
  }

  const isPending = isWaiting || draft.status === 'sending'
  /** Why it cannot be sent now; null if it can. */
  const kept = keptWords(project, draft.text)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isPending || kept !== null) return
    const field = await submit()
    if (field === 'commenter') name.current?.focus()
    if (field === 'text') text.current?.focus()
  }

  const formProps = {
    noValidate: true,
    onSubmit: (event: FormEvent) => void send(event),
    onKeyDown: (event: KeyboardEvent) => void (isSubmitKey(event) && send(event)),
  }
  return { outbox, draft, problems, isPending, kept, name, text, formProps, change, keepName }
}
