import { pathTo } from '@pinmark/shared/api/endpoint'
import { createProject } from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { toAppError, type Answer } from '../../../lib/answer'
import { identityHeaders, noticeSessionEnd, parseAnswer } from '../../../lib/api'
import { NetworkError } from '../../../lib/network-error'
import { readToken } from '../../../lib/session'

export interface NewProject {
  name: string
  image: File
}

/** The upload was cancelled on the page. */
export class UploadCancelled extends Error {}

interface UploadOptions {
  signal: AbortSignal
  /** 0 to 1, as the bytes leave the browser. */
  onProgress: (share: number) => void
}

/** Creates a project from an image file. `fetch` cannot tell how far an upload is, so this is the older way.
 *  @throws AppError what the server refused
 *  @throws NetworkError when nothing answered
 *  @throws UploadCancelled when `signal` ended it */
export function uploadProject(
  { name, image }: NewProject,
  { signal, onProgress }: UploadOptions,
): Promise<ProjectSummary> {
  const form = new FormData()
  form.append('name', name)
  form.append('image', image)
  const sentToken = readToken()

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(createProject.method, pathTo(createProject))
    for (const [header, value] of Object.entries(identityHeaders())) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const header = (wanted: string) => request.getResponseHeader(wanted)
      const answer: Answer = { status: request.status, body: request.responseText, header }
      noticeSessionEnd(header, sentToken)
      if (answer.status >= 400) return reject(toAppError(answer, { takesText: createProject.failsInText }))
      try {
        resolve(parseAnswer(createProject, answer))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new NetworkError('upload failed')))
    request.addEventListener('timeout', () => reject(new NetworkError('upload timed out')))
    if (signal.aborted) return reject(new UploadCancelled())
    signal.addEventListener(
      'abort',
      () => {
        request.abort()
        reject(new UploadCancelled())
      },
      { once: true },
    )
    request.send(form)
  })
}
