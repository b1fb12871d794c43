import { request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Time in which the server fills what the system holds for a reader. */
const fillMs = 1_000

/** Asks for an answer of more bytes than the system holds, reads nothing while the access ends, and reads on.
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
  } catch {
    // The server has broken it off.
    return false
  }
}
