import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lossOfFile } from '../../../lib/chosen-file'
import { designFileTypes } from '../../../ui/design-files'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { TextAreaField } from '../../../ui/field'
import './add-files.css'
import { FileRow } from './file-row'
import {
  isSendable,
  useAddFiles,
  type AddFilesOptions,
  type AddedFile,
  type AddedFiles,
} from './use-add-files'

interface AddFilesDialogProps extends AddFilesOptions {
  /** Number of the present round. */
  readonly round: number
  readonly open: boolean
  /** Sends the files without asking what they should become, if none has a missing part. */
  readonly startsAtOnce?: boolean
  /** Called when the dialog is dismissed. `sent` are the files that have arrived nevertheless. */
  readonly onClose: (sent: ReturnType<AddedFiles['sent']>) => void
  /** Called after it has closed. */
  readonly onClosed: () => void
}

/** Asks what each file should become, and sends the files. */
export function AddFilesDialog(props: AddFilesDialogProps) {
  const { open, round, startsAtOnce = false, onClose, onClosed, ...options } = props
  const files = useAddFiles(options)
  const { rows, isSending, designOf } = files
  const [note, setNote] = useState('')
  const [opensRound, setOpensRound] = useState(true)
  const picker = useRef<HTMLInputElement>(null)
  const start = useRef<HTMLUListElement>(null)
  const hasStarted = useRef(false)
  const sendAtOnce = useEffectEvent(async () => {
    const losses = await Promise.all(rows.map(({ file }) => lossOfFile(file)))
    if (losses.every((loss) => loss === null)) await files.send({ note: '', round })
  })
  useEffect(() => {
    if (!startsAtOnce || hasStarted.current) return
    hasStarted.current = true
    void sendAtOnce()
  }, [startsAtOnce])
  // The pressed button is gone if nothing is left to send.
  const close = useRef<HTMLButtonElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    if (open && wasSending.current && !isSending && document.activeElement === document.body)
      close.current?.focus()
    wasSending.current = isSending
  }, [open, isSending])
  const { buildOf } = options
  // A build is one page of a PDF.
  const toSend = rows.filter((row) => isSendable(row) && !(buildOf && row.pdf && row.pdf.taken.length !== 1))
  const { designs } = options.project
  const [only] = rows
  const newVersionOf = only && rows.length === 1 ? designOf(only) : null
  const hasVersions = !buildOf && rows.some((row) => row.status !== 'refused' && designOf(row) !== null)
  const done = rows.filter(({ status }) => status === 'done')
  const isRetry = toSend.length > 0 && toSend.every(({ status }) => status === 'failed')

  return (
    <Dialog
      open={open}
      isWide
      title={
        buildOf
          ? m.build_new_of({ name: options.openDesign.title, number: buildOf.number })
          : titleFor(rows, designs.find(({ _id }) => _id === newVersionOf)?.title ?? null, isSending)
      }
      dismissible={!isSending && note === ''}
      onClose={() => !isSending && onClose(files.sent())}
      onClosed={onClosed}
      // The pages of a PDF are not there yet.
      {...(only?.pdf && { initialFocus: start })}
      onSubmit={() => {
        if (!isSending && toSend.length > 0)
          void files.send({ note: note.trim(), round: opensRound ? round + 1 : round })
      }}
      footer={
        <>
          <Button ref={close} onClick={() => (isSending ? files.cancel() : onClose(files.sent()))}>
            {toSend.length + Number(isSending) > 0 ? m.action_cancel() : m.action_close()}
          </Button>
          {(isSending || toSend.length > 0) && (
            <Button type="submit" variant="primary" pending={isSending} className="tabular">
              {isSending
                ? m.files_uploading({ at: Math.min(done.length + 1, rows.length), total: rows.length })
                : isRetry
                  ? m.action_retry()
                  : uploadLabel(toSend)}
            </Button>
          )}
        </>
      }
    >
      <ul ref={start} tabIndex={-1} className="file-rows">
        {rows.map((row) => (
          <FileRow
            key={row.id}
            row={row}
            designs={buildOf ? [] : options.project.designs}
            files={files}
            startRef={start}
            onRemove={() => (rows.length === 1 ? onClose(files.sent()) : files.remove(row.id))}
          />
        ))}
      </ul>
      {!isSending && !buildOf && (
        <div className="-mt-2">
          <input
            ref={picker}
            type="file"
            accept={designFileTypes}
            multiple
            hidden
            onChange={({ currentTarget }) => {
              files.add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Button
            size="sm"
            disabled={rows.length >= limits.designsAtOnce}
            onClick={() => picker.current?.click()}
          >
            <Plus />
            {m.files_add()}
          </Button>
          {rows.length >= limits.designsAtOnce && (
            <p className="pt-1.5 text-13 text-ink-3">{m.files_at_most({ count: limits.designsAtOnce })}</p>
          )}
        </div>
      )}
      {hasVersions && !isSending && (
        <>
          <TextAreaField
            label={m.version_note()}
            hint={m.version_note_hint()}
            rows={2}
            maxRows={6}
            maxLength={limits.versionNote.max}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <label className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5">
            <input
              type="checkbox"
              className="round-check"
              aria-describedby="round-hint"
              checked={opensRound}
              onChange={({ target }) => setOpensRound(target.checked)}
            />
            <span>{m.files_open_round({ number: round + 1 })}</span>
            <span id="round-hint" className="col-start-2 text-13 text-ink-3">
              {m.files_open_round_hint()}
            </span>
          </label>
        </>
      )}
      <p role="status" className="sr-only">
        {done.length > 0 && m.files_up({ name: done.at(-1)?.file.name ?? '' })}
      </p>
    </Dialog>
  )
}

/** @param design the name of the only file's design, for its new version; null otherwise */
function titleFor(rows: readonly AddedFile[], design: string | null, isSending: boolean): string {
  if (design !== null) return m.version_new_of({ name: design })
  const [row] = rows
  // A single PDF is described by its pages.
  const pages = rows.length === 1 ? (row?.pdf?.taken.length ?? 0) : 0
  if (pages > 0) return isSending ? m.pages_adding({ count: pages }) : m.pages_add({ count: pages })
  const count = rows.length
  return isSending ? m.files_adding({ count }) : m.files_add_count({ count })
}

function uploadLabel(rows: readonly AddedFile[]): string {
  const count = rows.reduce((sum, { pdf }) => sum + (pdf?.taken.length ?? 1), 0)
  if (count === 1) return m.files_upload()
  return rows.some(({ pdf }) => pdf) ? m.files_upload_designs({ count }) : m.files_upload_count({ count })
}
