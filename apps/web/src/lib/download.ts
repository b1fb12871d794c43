import { NetworkError, refusePage, toAppError, watchLine, type Answer } from './answer'
import { noticeSessionEnd } from './api'
import { identityHeaders, readToken } from './identity'

/** The download was cancelled on the page. */
export class DownloadCancelled extends Error {}

export interface FetchedFile {
  name: string
  content: Blob
}

interface FetchOptions {
  signal?: AbortSignal
  /** Bytes so far. The total is unknown. */
  onProgress?: (bytes: number) => void
}

/** Longest wait for the next bytes. Pictures are drawn before the first. */
const silenceMs = 180_000

/** Fetches a file that not everyone may have: the token travels in the header, which a link cannot send. As a blob
 *  the browser keeps a file of any size on disk. `fetch` could not report progress without holding the whole file in
 *  memory.
 *  @throws AppError what the server refused
 *  @throws NetworkError when nothing answered, or the answer broke off or stopped arriving
 *  @throws DownloadCancelled when `signal` ended it */
export function fetchFile(path: string, { signal, onProgress }: FetchOptions = {}): Promise<FetchedFile> {
  const sentToken = readToken()
  const line = watchLine(silenceMs, signal)
  const file = new Promise<FetchedFile>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', path)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries(identityHeaders())) request.setRequestHeader(name, value)
    request.addEventListener('progress', ({ loaded }) => {
      line.heard()
      onProgress?.(loaded)
    })
    request.addEventListener('load', () => resolve(readFile(request, sentToken)))
    request.addEventListener('error', () => reject(new NetworkError('the download broke off')))
    line.signal.addEventListener('abort', () => {
      request.abort()
      reject(signal?.aborted ? new DownloadCancelled() : new NetworkError('the download stalled'))
    })
    request.send()
  })
  return file.finally(() => line.end())
}

/** Passes a file to the browser's downloads. */
export function saveFile({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser begins to copy a little later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Reads the whole answer. Asynchronous, so that whatever it throws ends the download. */
async function readFile(request: XMLHttpRequest, sentToken: string | null): Promise<FetchedFile> {
  const header: Answer['header'] = (wanted) => request.getResponseHeader(wanted)
  const content: unknown = request.response
  noticeSessionEnd(header, sentToken)
  if (!(content instanceof Blob)) throw new NetworkError('no file')
  if (request.status >= 400) throw toAppError({ status: request.status, header, body: await content.text() })
  refusePage(header)
  return { name: fileNameIn(header('Content-Disposition') ?? ''), content }
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)/.exec(disposition)?.[1] ?? 'pinmark.zip'
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    // A proxy or another server has encoded it in its own way.
    return plain
  }
}
