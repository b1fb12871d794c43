import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { useOrder } from '../../features/projects/order-calls'
import { Button } from '../../ui/button'
import { CheckField } from '../../ui/check-field'
import { AlertDialog, FormDialog } from '../../ui/dialog'
import { ErrorStrip } from '../../ui/error-strip'
import { FormField } from '../../ui/field'
import { Name } from '../../ui/rich'

interface OrderDialogProps {
  projects: readonly ProjectSummary[]
  open: boolean
  onClose: () => void
  /** Called with those that were changed, if there are any. */
  onDone: (changed: readonly ProjectSummary[]) => void
}

/** Takes projects out of the list. */
export function ArchiveDialog({ projects, open, onClose, onDone }: OrderDialogProps) {
  const [closes, setCloses] = useState(false)
  const { change } = useOrder()
  const archive = useDialogAction({ onClose, onDone }, () => {
    const all = projects.map((project) => ({
      project,
      change: { archived: true, ...(closes && project.link.closedAt === null && { closed: true }) },
    }))
    return change(all, m.order_archived_note)
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.order_archive()}
      form={{ isDirty: false, isPending: archive.isPending, submit: () => archive.mutate() }}
      action={m.order_archive()}
      progress={m.order_archiving()}
    >
      <p className="text-ink-2">{m.order_archive_hint()}</p>
      <CheckField checked={closes} onChange={setCloses}>
        {m.order_close_link()}
      </CheckField>
    </FormDialog>
  )
}

/** Asks before several projects are deleted. */
export function DeleteSeveralDialog({ projects, open, onClose, onDone }: OrderDialogProps) {
  const order = useOrder()
  const count = projects.length
  const remove = useDialogAction({ onClose, onDone }, () => order.remove(projects, m.order_deleted_note))
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={m.delete_title()}
      question={m.order_delete_question({ count })}
      confirmLabel={remove.isPending ? m.deleting() : m.action_delete()}
      pending={remove.isPending}
      onConfirm={() => {
        if (!remove.isPending) remove.mutate()
      }}
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
  const { change } = useOrder()
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
  const save = useDialogAction({ onClose, onDone }, async () => {
    const choice = withTyped()
    const all = projects.map((project) => {
      const { labels = [] } = project
      const addLabels = [...choice].flatMap(([name, is]) => (is && !labels.includes(name) ? [name] : []))
      const removeLabels = labels.filter((name) => choice.get(name) === false)
      return { project, change: { addLabels, removeLabels } }
    })
    const countIn = ({ project, change: { addLabels, removeLabels } }: (typeof all)[number]) =>
      (project.labels?.length ?? 0) + addLabels.length - removeLabels.length
    if (all.some((one) => countIn(one) > limits.labelsPerProject)) {
      setError(m.order_labels_limit({ limit: limits.labelsPerProject }))
      return []
    }
    const changed = all.filter(({ change }) => change.addLabels.length + change.removeLabels.length > 0)
    if (changed.length === 0) return projects
    const done = await change(changed, m.order_labels_changed)
    return done.length === changed.length ? projects : done
  })
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
      form={{
        isDirty: chosen.size > 0 || typed !== '',
        isPending: save.isPending,
        submit: () => save.mutate(),
      }}
      action={m.action_save()}
      progress={m.saving()}
    >
      {names.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">{m.order_labels()}</legend>
          {names.map((name) => {
            const count = countOf(name)
            return (
              <CheckField
                key={name}
                checked={chosen.get(name) ?? count === projects.length}
                isMixed={!chosen.has(name) && count > 0 && count < projects.length}
                onChange={(is) => choose(name, is)}
              >
                <Name className="min-w-0 wrap-anywhere">{name}</Name>
              </CheckField>
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

/** The action of a dialog, which closes once it has succeeded for some projects.
 *  @param act returns these */
function useDialogAction(
  { onClose, onDone }: Pick<OrderDialogProps, 'onClose' | 'onDone'>,
  act: () => Promise<readonly ProjectSummary[]>,
) {
  return useMutation({
    mutationFn: act,
    onSuccess: (changed) => {
      if (changed.length === 0) return
      onClose()
      onDone(changed)
    },
  })
}
