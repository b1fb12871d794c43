import { fillPath, type AnswerOf, type Endpoint } from '@pinmark/shared/api/endpoint'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import { NetworkError, toAppError, watchLine, type Answer } from './answer'
import { noticeSessionEnd, parseAnswer } from './api'
import { identityHeaders, readToken } from './identity'

/** The visitor cancelled the upload. */
export class UploadCancelled extends Error {}

export interface UploadOptions {
  signal: AbortSignal
  query?: Record<string, string>
  /** The same for each attempt of one upload, so that the server stores it once. */
  idempotencyKey?: string
  /** 0 to 1, as the bytes leave the browser. */
  onProgress: (share: number) => void
}

/** An upload counts as lost when nothing leaves the browser for this time. */
const silenceMs = 60_000
/** And when no answer follows for this time: a busy server may prepare the pages of a PDF for a while. */
const preparingMs = 180_000

/** Sends a form. It uses XMLHttpRequest, because `fetch` does not report upload progress.
 *  @throws AppError when the server refuses
 *  @throws NetworkError without an answer
 *  @throws UploadCancelled after `signal` aborts */
export function uploadForm<E extends Endpoint>(
  endpoint: E,
  params: Record<string, string>,
  form: FormData,
  { signal, query = {}, idempotencyKey, onProgress }: UploadOptions,
): Promise<{ status: number; data: AnswerOf<E> }> {
  const sentToken = readToken()
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelled())
    const request = new XMLHttpRequest()
    request.open(endpoint.method, fillPath(endpoint.path, { params, query }))
    for (const [header, value] of Object.entries(identityHeaders())) request.setRequestHeader(header, value)
    if (idempotencyKey !== undefined) request.setRequestHeader(idempotencyKeyHeader, idempotencyKey)
    const line = watchLine(silenceMs, signal)
    line.signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.aborted ? new UploadCancelled() : new NetworkError('upload timed out'))
    })
    request.addEventListener('loadend', () => line.end())
    request.upload.addEventListener('load', () => line.heard(preparingMs))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      line.heard()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      const header = (wanted: string) => request.getResponseHeader(wanted)
      const answer: Answer = { status: request.status, body: request.responseText, header }
      try {
        noticeSessionEnd(header, sentToken)
        if (answer.status >= 400) throw toAppError(answer, { takesText: endpoint.failsInText ?? false })
        resolve({ status: answer.status, data: parseAnswer(endpoint, answer) })
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new NetworkError('upload failed')))
    request.send(form)
  })
}
