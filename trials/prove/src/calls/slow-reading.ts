import { request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Time in which the server fills the buffers that the system has for a reader. */
const fillMs = 1_000

/** Requests an answer that is larger than the system's buffers, reads nothing while the access ends, and then
 *  continues to read.
 *  @param end ends the access
 *  @returns whether the answer was complete */
export async function isReadToTheEnd(
  url: string,
  headers: Record<string, string>,
  end: () => Promise<unknown>,
): Promise<boolean> {
  const options = { headers, agent: false, signal: AbortSignal.timeout(30_000) } as const
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options).once('response', resolve).once('error', reject).end()
  })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  await pause(fillMs)
  await end()
  try {
    for await (const _piece of answer) continue
    return answer.complete
  } catch (error) {
    if (options.signal.aborted) throw error
    // The server has closed the connection.
    return false
  }
}
