import { setTimeout as pause } from 'node:timers/promises'
import type { Instance } from '@pinmark/testbed/instance'
import { sendRequest, jsonRequest } from '../http-request'
import type { HeavyProject } from './heavy-reads'
import { openStream } from './live-after-logout'
import { leastStall, type Walked } from './walk-largest'

const pages = 40
/** Time in which all pages receive the event. */
const tellMs = 3_000

/** Live pages of visitors who have each written in the same thread, at its maximum size, so that each page has
 *  other rights. All of them reconnect at once after missing every reply. Then someone agrees with the thread. */
export async function walkHeavyPages(
  api: Instance,
  { _id, position, threads: [thread] }: HeavyProject,
  maxStallMs: number,
): Promise<Walked[]> {
  if (!thread) throw new Error('The project has threads.')
  let open: Awaited<ReturnType<typeof openStream>>[] = []
  const close = () => open.splice(0).forEach((page) => page.close())
  const comeBack = async () => {
    close()
    open = await Promise.all(
      thread.authors
        .slice(0, pages)
        .map((author) =>
          openStream(`${api.url}/projects/${_id}/events`, { ...author, 'Last-Event-ID': position }),
        ),
    )
    await pause(tellMs)
    return open.find(({ status }) => status !== 200)?.status ?? 200
  }
  let agree = false
  const agreeOnce = async () => {
    agree = !agree
    const path = `/projects/${_id}/comments/${thread._id}/agreement`
    const [author] = thread.authors
    const { status } = await sendRequest(
      api.url,
      jsonRequest('PUT', path, { agree, commenter: 'Priya' }, author),
    )
    await pause(tellMs)
    return status
  }
  try {
    return [
      await leastStall(api, `${pages} pages that missed heavy threads`, maxStallMs, comeBack),
      await leastStall(api, `an agreement told to ${pages} pages`, maxStallMs, agreeOnce),
    ]
  } finally {
    close()
  }
}
