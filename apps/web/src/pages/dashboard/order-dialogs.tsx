import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { useState, type KeyboardEvent } from 'react'
import { useOrder } from '../../features/projects/order-calls'
import { counted } from '../../lib/plural'
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
  const many = counted(projects.length, 'project')

  async function submit() {
    const all = projects.map((project) => ({
      project,
      change: { archived: true, ...(closes && project.link.closedAt === null && { closed: true }) },
    }))
    if (!(await archive(all, `${many} archived`))) return
    onClose()
    onDone()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Archive"
      form={{ isDirty: false, isPending, submit: () => void submit() }}
      action="Archive"
      progress="Archiving..."
    >
      <p className="text-ink-2">
        {many} leave the list. You find them under “Archived”, with all comments. They keep their storage.
      </p>
      <label className="flex min-h-7 items-center gap-2 max-md:min-h-11 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 flex-none accent-ink"
          checked={closes}
          onChange={({ target }) => setCloses(target.checked)}
        />
        Close the link too
      </label>
    </FormDialog>
  )
}

/** Asks before several projects are deleted. */
export function DeleteSeveralDialog({ projects, open, onClose, onDone }: OrderDialogProps) {
  const [remove, isPending] = usePending(useOrder().remove)
  const many = counted(projects.length, 'project')

  async function confirm() {
    if (isPending || !(await remove(projects, `${many} deleted`))) return
    onClose()
    onDone()
  }
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title="Confirm Deletion"
      question={`Are you sure you want to delete ${many}?`}
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      pending={isPending}
      onConfirm={() => void confirm()}
    >
      <p className="-mt-3 text-ink-2">{`You can restore them for ${limits.trashDays} days.`}</p>
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
      setError(`A project can have ${limits.labelsPerProject} labels.`)
      return
    }
    if (all.length > 0 && !(await change(all, 'Labels changed'))) return
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
      title="Labels"
      form={{ isDirty: chosen.size > 0 || typed !== '', isPending, submit: () => void submit() }}
      action="Save"
      progress="Saving..."
    >
      {names.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">Labels</legend>
          {names.map((name) => {
            const count = countOf(name)
            const is = chosen.get(name) ?? count === projects.length
            return (
              <label
                key={name}
                className="flex min-h-8 items-center gap-2 max-md:min-h-11 pointer-coarse:min-h-11"
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
      <div className="flex items-end gap-2" onKeyDown={handleKeyDown}>
        <div className="min-w-0 flex-1">
          <FormField
            label="New label"
            value={typed}
            onChange={setTyped}
            maxLength={limits.label.max}
            autoComplete="off"
          />
        </div>
        <Button disabled={typed.trim() === ''} onClick={add}>
          Add
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
