import * as designsApi from '@pinmark/shared/api/designs'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { AppError, WordlessError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import type { QueryClient } from '@tanstack/react-query'
import { appendDesign } from '../../../lib/draw-svg'
import { knownMaxUploadMb } from '../../../lib/instance'
import { applyUpload, beginRevision } from '../../../lib/kept-project'
import { NetworkError } from '../../../lib/answer'
import { UploadCancelled, uploadForm, type UploadOptions } from '../../../lib/upload'

interface FileToSend {
  readonly file: File
  /** The design it is a new version of; null for a new design. */
  readonly design: string | null
  /** The version of the design whose build it is; null for no build. */
  readonly build: string | null
  readonly note: string
  readonly round: number
  /** The chosen pages of a PDF, such as `1,3`; null for an image. */
  readonly pages: string | null
}

export type Sent =
  | { readonly kind: 'build'; readonly design: string; readonly version: Version }
  | { readonly kind: 'design'; readonly design: Design }
  | { readonly kind: 'version'; readonly design: string; readonly version: Version }

/** The server refused the file. The message is the reason. */
export class FileRefused extends Error {}

/** Sends one file and adds the new design, version or build to the cached project.
 *  @returns the new design, version or build, and why some pages of a PDF were refused
 *  @throws FileRefused with the sentence to show, if another attempt would change nothing
 *  @throws NetworkError, UploadCancelled */
export async function sendFile(
  { queryClient, projectId }: { queryClient: QueryClient; projectId: string },
  { file, design, build, note, round, pages }: FileToSend,
  upload: UploadOptions,
): Promise<{ sent: Sent[]; problem: string | null }> {
  const options = { ...upload, ...(pages !== null && { query: { pages } }) }
  const at = beginRevision()
  const form = new FormData()
  if (design !== null && build === null) {
    form.append('note', note)
    form.append('round', String(round))
  }
  await appendDesign(form, file, knownMaxUploadMb(queryClient))
  const change = (edit: (designs: readonly Design[]) => Design[]) =>
    applyUpload(queryClient, projectId, (project) => ({ ...project, designs: edit(project.designs) }), at)
  try {
    if (design === null) {
      const { data } = await uploadForm(designsApi.addDesigns, { projectId }, form, options)
      const { designs: added, failed } = data
      if (added.length === 0) throw new FileRefused(failed[0]?.error ?? m.upload_failed())
      await change((designs) => [
        ...designs.filter(({ _id }) => added.every((design) => design._id !== _id)),
        ...added,
      ])
      const problem =
        failed.map(({ page, error }) => m.page_problem({ number: page ?? '', problem: error })).join(' ') ||
        null
      return { sent: added.map((one) => ({ kind: 'design', design: one })), problem }
    }
    if (build !== null) {
      const to = { projectId, designId: design, versionId: build }
      const { data: version } = await uploadForm(designsApi.storeBuild, to, form, options)
      await change((designs) =>
        designs.map((one) => ({
          ...one,
          versions: one.versions.map((other) =>
            other._id === build ? { ...other, ...(version.build && { build: version.build }) } : other,
          ),
        })),
      )
      return { sent: [{ kind: 'build', design, version }], problem: null }
    }
    const params = { projectId, designId: design }
    const {
      status,
      data: { title, ...version },
    } = await uploadForm(designsApi.addVersion, params, form, options)
    if (status === 200) throw new FileRefused(m.version_same_image({ number: version.number }))
    await change((designs) =>
      designs.map((one) =>
        one._id === design && !one.versions.some(({ _id }) => _id === version._id)
          ? { ...one, title, versions: [...one.versions, version] }
          : one,
      ),
    )
    return { sent: [{ kind: 'version', design, version }], problem: null }
  } catch (error) {
    const isRefused = error instanceof AppError && !(error instanceof WordlessError) && error.status < 500
    if (isRefused && error.status !== 429) throw new FileRefused(error.message)
    if (error instanceof AppError) throw new NetworkError(error)
    throw error
  }
}

const tryAgainMs = 20_000
/** How often a busy server is asked again. It says after how many seconds. */
const maxBusyTries = 6

/** Runs `task`, and again when the network returns, and now and then: a browser may call itself offline beside a server
 *  that it reaches. A server that is busy with other uploads, perhaps of colleagues at the same address, is asked again.
 *  @throws what `task` throws while the browser is online, and its refusals; UploadCancelled */
export async function sendOnline<T>(
  task: () => Promise<T>,
  { signal, onOffline }: { signal: AbortSignal; onOffline: () => void },
): Promise<T> {
  for (let busyTries = 0; ;) {
    if (signal.aborted) throw new UploadCancelled()
    try {
      return await task()
    } catch (error) {
      const busySeconds = busySecondsOf(error)
      if (busySeconds !== undefined && busyTries < maxBusyTries) {
        busyTries += 1
        await waitOrHear(busySeconds * 1_000, signal)
        continue
      }
      if (navigator.onLine || error instanceof FileRefused || error instanceof UploadCancelled) throw error
    }
    onOffline()
    await waitOrHear(tryAgainMs, signal)
  }
}

/** Undefined if the server did not answer that it is busy. */
function busySecondsOf(error: unknown): number | undefined {
  const answer = error instanceof NetworkError ? error.cause : null
  return answer instanceof AppError && answer.status === 503 ? answer.retryAfterSeconds : undefined
}

/** Resolves after the time, when the network returns, and when `signal` aborts. */
function waitOrHear(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
