import { commentFieldsSchema, type Comment, type Message } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { ThumbsUp } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatDateTime } from '../../../lib/clock'
import { valueError } from '../../../lib/form'
import { nameOfGuest, rememberCommenter } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { onEscape } from '../../../ui/popover'
import { toast } from '../../../ui/toast'
import { agreeingNames, agreeWords } from '../agree-words'
import { useAgree } from '../../review/data/thread-calls'
import { useReview } from '../../review/use-review'
import './agree.css'
import { authorOf, formatFacts } from '../../../lib/format'

interface AgreeProps {
  message: Message
  thread: Comment
}

/** Shows who agrees with a message, and lets the visitor agree. A visitor without a name is asked for one
 *  once. */
export function Agree({ message, thread }: AgreeProps) {
  const { part: project } = useReview()
  const { agrees } = message
  const change = useAgree(project._id, message)
  const [nameProblem, setNameProblem] = useState<string | null | false>(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const isAgreed = change.isPending ? change.variables.agree : agrees?.mine === true
  const shown = change.isPending ? { names: agrees?.names ?? [], mine: isAgreed } : agrees
  const words = agreeWords(shown, 2)
  const mayAgree = project.can.comment && !message.mine

  function send(agree: boolean, commenter: string) {
    change.mutate(
      { agree, commenter },
      {
        onSuccess: () => {
          if (nameProblem === false) return
          rememberCommenter(commenter)
          closeName()
        },
        onError: (error) => {
          const isAboutName = error instanceof AppError && error.code.startsWith('commenter_')
          if (isAboutName) setNameProblem(error.message)
          else toast.show({ text: m.not_saved_try_again(), tone: 'danger' })
        },
      },
    )
  }

  function handleToggle() {
    if (change.isPending) return
    const name = nameOfGuest()
    if (name === '') setNameProblem(null)
    else send(!isAgreed, name)
  }

  function closeName() {
    flushSync(() => setNameProblem(false))
    toggle.current?.focus()
  }

  if (!mayAgree) return words === null ? null : <Names words={words} message={message} />
  if (nameProblem !== false) {
    return (
      <NameForm
        problem={nameProblem}
        isPending={change.isPending}
        onProblem={setNameProblem}
        onName={(name) => send(true, name)}
        onClose={closeName}
      />
    )
  }
  return (
    <button
      ref={toggle}
      type="button"
      className="agree"
      aria-label={nameOf(words, message, thread)}
      aria-pressed={isAgreed}
      data-tooltip={words === null ? undefined : formatFacts(agreeingNames(shown))}
      onClick={handleToggle}
    >
      <ThumbsUp />
      <span>{words ?? m.action_agree()}</span>
    </button>
  )
}

/** `Agree with Priya`; with the time if she has written several messages of the thread. */
function nameOf(words: string | null, message: Message, thread: Comment): string {
  const name = authorOf(message)
  const label = words === null ? m.agree_with({ name }) : m.agree_words_with({ words, name })
  const own = [thread, ...thread.replies].filter((one) => one.deletedAt === null && authorOf(one) === name)
  return own.length > 1 ? m.label_with_detail({ label, detail: formatDateTime(message.createdAt) }) : label
}

function Names({ words, message }: { words: string; message: Message }) {
  return (
    <p className="agree" data-tooltip={formatFacts(agreeingNames(message.agrees))}>
      <ThumbsUp />
      <span>{words}</span>
    </p>
  )
}

interface NameFormProps {
  problem: string | null
  isPending: boolean
  onProblem: (problem: string | null) => void
  onName: (name: string) => void
  onClose: () => void
}

function NameForm({ problem, isPending, onProblem, onName, onClose }: NameFormProps) {
  const [name, setName] = useState(nameOfGuest())

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const checked = commentFieldsSchema.shape.commenter.safeParse(name)
    if (checked.success) return onName(checked.data)
    onProblem(valueError(checked.error))
  }

  return (
    <form aria-label={m.agree_form()} className="mt-2 grid gap-2" noValidate onSubmit={handleSubmit}>
      <TextField
        label={m.your_name()}
        error={problem}
        autoFocus
        autoComplete="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onEscape(onClose)}
      />
      <div className="flex justify-end gap-2">
        <Button
          variant="quiet"
          size="sm"
          data-tooltip={m.tooltip_with_key({ label: m.action_cancel(), key: 'Esc' })}
          onClick={onClose}
        >
          {m.action_cancel()}
        </Button>
        <Button type="submit" size="sm" variant="primary" pending={isPending}>
          {m.action_agree()}
        </Button>
      </div>
    </form>
  )
}
