import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { useState, type KeyboardEvent } from 'react'
import { useOrder } from '../../features/projects/order-calls'
import { Button } from '../../ui/button'
import { AlertDialog, FormDialog } from '../../ui/dialog'
import { ErrorStrip } from '../../ui/error-strip'
import { FormField } from '../../ui/field'

interface OrderDialogProps {
  projects: readonly ProjectSummary[]
  open: boolean
  onClose: () => void
  /** It was done. */
  onDone: () => void
}

/** Takes projects out of the list. */
export function ArchiveDialog({ projects, open, onClose, onDone }: OrderDialogProps) {
  const [closes, setCloses] = useState(false)
  const [archive, isPending] = usePending(useOrder().change)
  const count = projects.length

  async function submit() {
    const all = projects.map((project) => ({
      project,
      change: { archived: true, ...(closes && project.link.closedAt === null && { closed: true }) },
    }))
    if (!(await archive(all, m.order_archived_note({ count })))) return
    onClose()
    onDone()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.order_archive()}
      form={{ isDirty: false, isPending, submit: () => void submit() }}
      action={m.order_archive()}
      progress={m.order_archiving()}
    >
      <p className="text-ink-2">{m.order_archive_hint()}</p>
      <label className="flex min-h-7 items-center gap-2 max-md:min-h-11 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 flex-none accent-ink"
          checked={closes}
          onChange={({ target }) => setCloses(target.checked)}
        />
        {m.order_close_link()}
      </label>
    </FormDialog>
  )
}

/** Asks before several projects are deleted. */
export function DeleteSeveralDialog({ projects, open, onClose, onDone }: OrderDialogProps) {
  const [remove, isPending] = usePending(useOrder().remove)
  const count = projects.length

  async function confirm() {
    if (isPending || !(await remove(projects, m.order_deleted_note({ count })))) return
    onClose()
    onDone()
  }
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={m.delete_title()}
      question={m.order_delete_question({ count })}
      confirmLabel={isPending ? m.deleting() : m.action_delete()}
      pending={isPending}
      onConfirm={() => void confirm()}
    >
      <p className="-mt-3 text-ink-2">{m.order_delete_hint({ days: limits.trashDays })}</p>
    </AlertDialog>
  )
}

interface LabelDialogProps extends OrderDialogProps {
  /** All labels of the account. */
  known: readonly string[]
}

/** Adds labels to projects, and removes them. One that only some of them have stays as it is until it is pressed. */
export function LabelDialog({ projects, known, open, onClose, onDone }: LabelDialogProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [change, isPending] = usePending(useOrder().change)
  const names = [...new Set([...known, ...chosen.keys()])]
  const countOf = (name: string) => projects.filter(({ labels }) => labels?.includes(name)).length

  function choose(name: string, is: boolean) {
    setError(null)
    setChosen(new Map(chosen).set(name, is))
  }
  /** The choice with what is typed. */
  function withTyped(): ReadonlyMap<string, boolean> {
    const name = typed.trim()
    return name === '' ? chosen : new Map(chosen).set(name, true)
  }
  async function submit() {
    const choice = withTyped()
    const all = projects.flatMap((project) => {
      const before = project.labels ?? []
      const added = [...choice].flatMap(([name, is]) => (is ? [name] : []))
      const labels = [...new Set([...before.filter((name) => choice.get(name) !== false), ...added])]
      const isSame = labels.length === before.length && labels.every((name) => before.includes(name))
      return isSame ? [] : [{ project, change: { labels } }]
    })
    if (all.some(({ change: { labels } }) => labels.length > limits.labelsPerProject)) {
      setError(m.order_labels_limit({ limit: limits.labelsPerProject }))
      return
    }
    if (all.length > 0 && !(await change(all, m.order_labels_changed()))) return
    onClose()
    onDone()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    add()
  }
  function add() {
    setChosen(withTyped())
    setTyped('')
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.order_labels()}
      form={{ isDirty: chosen.size > 0 || typed !== '', isPending, submit: () => void submit() }}
      action={m.action_save()}
      progress={m.saving()}
    >
      {names.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">{m.order_labels()}</legend>
          {names.map((name) => {
            const count = countOf(name)
            const is = chosen.get(name) ?? count === projects.length
            return (
              <label
                key={name}
                className="flex min-h-7 items-center gap-2 max-md:min-h-11 pointer-coarse:min-h-11"
              >
                <input
                  ref={(box) => {
                    if (box) box.indeterminate = !chosen.has(name) && count > 0 && count < projects.length
                  }}
                  type="checkbox"
                  className="size-4 flex-none accent-ink"
                  checked={is}
                  onChange={({ target }) => choose(name, target.checked)}
                />
                <bdi translate="no" dir="auto" className="min-w-0 wrap-anywhere">
                  {name}
                </bdi>
              </label>
            )
          })}
        </fieldset>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FormField
            label={m.order_new_label()}
            value={typed}
            onChange={setTyped}
            onKeyDown={handleKeyDown}
            maxLength={limits.label.max}
            autoComplete="off"
          />
        </div>
        <Button disabled={typed.trim() === ''} onClick={add}>
          {m.action_add()}
        </Button>
      </div>
      <ErrorStrip>{error}</ErrorStrip>
    </FormDialog>
  )
}

/** Runs an action, and says whether it runs now. */
function usePending<Args extends unknown[]>(act: (...args: Args) => Promise<boolean>) {
  const [isPending, setIsPending] = useState(false)
  const run = async (...args: Args) => {
    setIsPending(true)
    try {
      return await act(...args)
    } finally {
      setIsPending(false)
    }
  }
  return [run, isPending] as const
}
