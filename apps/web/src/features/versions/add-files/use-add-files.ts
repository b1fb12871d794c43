import type { PageList } from '@pinmark/shared/entities/pages'
import { limits } from '@pinmark/shared/limits'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isPdf } from '../../../ui/design-files'
import { randomId } from '../../../lib/identity'
import { useLeaveWarning } from '../../../lib/kept-texts'
import { UploadCancelled } from '../../../lib/upload'
import { toast } from '../../../ui/toast'
import { FileRefused, sendFile, sendOnline, type Sent } from './file-upload'
import { firstPages } from './pdf-pages'
import { designNamedAs } from '@pinmark/shared/design-name'
import type { Arrival } from '../../review/review'

export interface AddedFile {
  readonly id: string
  readonly file: File
  readonly size: { readonly width: number; readonly height: number } | null
  /** The user's choice: a design, or null for a new one; undefined before they choose. */
  readonly chosen: string | null | undefined
  /** The pages of a PDF, and those to add, 1 for the first; null for an image. */
  readonly pdf: { readonly list: PageList | null; readonly taken: readonly number[] } | null
  /** `reading` until the pages of a PDF are known. */
  readonly status: 'reading' | 'ready' | 'waiting' | 'sending' | 'done' | 'refused' | 'failed'
  /** 0 to 1 */
  readonly progress: number
  readonly problem: string | null
}

export interface AddFilesOptions extends Arrival {
  readonly project: Project
  readonly openDesign: Design
  /** With the purpose `build`: the version whose build it becomes. */
  readonly buildOf?: Version | undefined
  /** The reason why the server would refuse a file; null if the server has to decide. */
  readonly problemOf: (file: File) => string | null
  /** Called when every accepted file has been sent. */
  readonly onDone: (sent: readonly Sent[]) => void
}

export type AddedFiles = ReturnType<typeof useAddFiles>

/** The files of the dialog, what each should become, and their upload, one after the other. */
export function useAddFiles({
  project,
  openDesign,
  buildOf,
  files,
  purpose,
  problemOf,
  onDone,
}: AddFilesOptions) {
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly AddedFile[]>(() => rowsOf(files, problemOf))
  const [isSending, setIsSending] = useState(false)
  const upload = useRef<AbortController>(null)
  const sent = useRef<Sent[]>([])
  useEffect(() => () => upload.current?.abort(), [])
  useLeaveWarning(isSending)

  const { designs } = project
  // The proposals use the designs that existed when the dialog opened, so that an arriving file does not
  // change other rows.
  const [known] = useState(designs)
  const matches = useMemo(() => {
    const found = matchFiles(
      rows.map(({ file, size }) => ({ name: file.name, size })),
      known,
      openDesign._id,
    )
    const ids = rows.map(({ id }, index) => [id, found[index]] as const)
    return new Map(ids)
  }, [rows, known, openDesign._id])

  const designOf = (row: AddedFile): string | null => {
    if (buildOf) return openDesign._id
    if (row.pdf && row.pdf.taken.length !== 1) return null
    if (row.chosen !== undefined) return row.chosen
    if (purpose === 'another') return null
    if (purpose === 'open' && row.id === rows[0]?.id) return openDesign._id
    return matches.get(row.id)?.design ?? null
  }

  const change = (id: string, part: Partial<AddedFile>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...part } : row)))

  async function send({ note, round }: { note: string; round: number }) {
    const controller = new AbortController()
    upload.current = controller
    setIsSending(true)
    const wanted = rows.filter(isSendable)
    for (const { id } of wanted) change(id, { status: 'waiting', progress: 0, problem: null })
    // The pages of a PDF may be unknown when the dialog starts automatically.
    let isComplete = rows.every(({ status }) => status !== 'refused' && status !== 'reading')
    for (const row of wanted) {
      try {
        const result = await sendOnline(
          () =>
            sendFile(
              { queryClient, projectId: project._id },
              {
                ...{ file: row.file, design: designOf(row), note, round },
                build: buildOf?._id ?? null,
                pages: row.pdf && row.pdf.taken.join(','),
              },
              {
                signal: controller.signal,
                idempotencyKey: row.id,
                onProgress: (progress) => change(row.id, { status: 'sending', progress }),
              },
            ),
          {
            signal: controller.signal,
            onOffline: () => toast.show({ text: m.upload_offline() }),
          },
        )
        sent.current.push(...result.sent)
        if (result.problem !== null) isComplete = false
        change(row.id, {
          status: result.problem === null ? 'done' : 'refused',
          ...{ progress: 1, problem: result.problem },
        })
      } catch (error) {
        isComplete = false
        if (error instanceof UploadCancelled) {
          change(row.id, { status: 'ready' })
          continue
        }
        const isRefused = error instanceof FileRefused
        const problem = isRefused ? error.message : m.upload_failed()
        change(row.id, { status: isRefused ? 'refused' : 'failed', problem })
      }
    }
    setIsSending(false)
    if (isComplete && !controller.signal.aborted) onDone(sent.current)
  }

  return {
    rows,
    isSending,
    designOf,
    reasonOf: (row: AddedFile) => matches.get(row.id)?.reason ?? '',
    choose: (id: string, design: string | null) => change(id, { chosen: design }),
    /** Stores the pages of a PDF, or the reason why they are unknown. */
    read: (id: string, list: PageList | string) => {
      if (typeof list === 'string') return change(id, { status: 'refused', problem: list })
      const [first] = list.pages
      const taken = firstPages(list)
      change(id, { status: 'ready', pdf: { list, taken }, size: list.count === 1 ? (first ?? null) : null })
    },
    takePages: (id: string, taken: readonly number[]) =>
      setRows((all) =>
        all.map((row) => (row.id === id && row.pdf ? { ...row, pdf: { ...row.pdf, taken } } : row)),
      ),
    measure: (id: string, size: AddedFile['size']) => change(id, { size }),
    remove: (id: string) => setRows((all) => all.filter((row) => row.id !== id)),
    add: (more: readonly File[]) =>
      setRows((all) => [...all, ...rowsOf(more, problemOf)].slice(0, limits.designsAtOnce)),
    send,
    cancel: () => upload.current?.abort(),
    /** The files that have arrived, also if others have failed. */
    sent: () => sent.current,
  }
}

function rowsOf(files: readonly File[], problemOf: AddFilesOptions['problemOf']): AddedFile[] {
  return files.slice(0, limits.designsAtOnce).map((file) => {
    const problem = problemOf(file)
    const pdf = isPdf(file) ? { list: null, taken: [] } : null
    const status = problem !== null ? 'refused' : pdf ? 'reading' : 'ready'
    return { id: randomId(), file, size: null, chosen: undefined, pdf, status, progress: 0, problem }
  })
}

/** Whether there is something to send, for the first time or again. */
export function isSendable({ status, pdf }: AddedFile): boolean {
  return (status === 'ready' || status === 'failed') && (pdf === null || pdf.taken.length > 0)
}

interface Size {
  readonly width: number
  readonly height: number
}

interface FileToMatch {
  readonly name: string
  /** Null until it is known, and for files that the browser cannot draw. */
  readonly size: Size | null
}

interface Match {
  /** Id of the design it becomes a version of; null for a new design. */
  readonly design: string | null
  readonly reason: string
}

/** How much the height of a picture of the same width may differ, if it should still count as a version of
 *  the design. */
const heightTolerance = 0.4

/** Proposes for each file the design it is a new version of: the one with its name, apart from endings such
 *  as `v4` or `final`, or else one of its width and about its height, the open design first. No design is
 *  proposed twice. */
export function matchFiles(
  files: readonly FileToMatch[],
  designs: readonly Design[],
  openDesign: string,
): readonly Match[] {
  const free = designs.toSorted(
    (one, other) => Number(other._id === openDesign) - Number(one._id === openDesign),
  )
  return files.map((file) => {
    const match = matchOf(file, free)
    const at = free.findIndex(({ _id }) => _id === match.design)
    if (at !== -1) free.splice(at, 1)
    return match
  })
}

function matchOf({ name, size }: FileToMatch, designs: readonly Design[]): Match {
  const named = designNamedAs(name, designs)
  if (named) {
    const hasWidth = size !== null && sizeOf(named).width === size.width
    return { design: named._id, reason: hasWidth ? m.match_name_and_width() : m.match_name() }
  }
  const alike = size && designs.find((design) => isAlike(size, sizeOf(design)))
  if (!alike) return { design: null, reason: m.match_none() }
  const isSame = sizeOf(alike).height === size.height
  return { design: alike._id, reason: isSame ? m.match_size() : m.match_width() }
}

function isAlike(size: Size, { width, height }: Size): boolean {
  return size.width === width && Math.abs(size.height - height) <= height * heightTolerance
}

function sizeOf({ versions }: Design): Size {
  return versions.at(-1)?.image ?? { width: 0, height: 0 }
}
