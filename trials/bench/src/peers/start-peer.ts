import { z } from 'zod'
import { Forked } from '../processes/fork'
import type { Bench } from '../row'

export interface Peer {
  url: string
  pid: number
}

/** Starts a server of this folder in a separate process and waits until it listens. */
export async function startPeer(
  bench: Pick<Bench, 'afterwards'>,
  program: 'bare-insert' | 'literal-build' | 'static-files' | 'annotorious-page',
  environment: Record<string, string> = {},
): Promise<Peer> {
  const forked = Forked.start(bench, `peers/${program}.ts`, { environment })
  const { url } = await forked.next(z.object({ url: z.string() }))
  return { url, pid: forked.pid }
}
