import type { Camera } from '@pinmark/capture/capture'
import { Refusal } from './output'

/** Runs `work` with a browser that starts at its first use, and ends afterwards. A page that cannot be captured is a
 *  Refusal. */
export async function withCamera<T>(
  profile: string | undefined,
  signal: AbortSignal,
  work: (camera: () => Promise<Camera>) => Promise<T>,
): Promise<T> {
  let opening: Promise<Camera> | undefined
  const open = async (): Promise<Camera> => {
    // Its library is large, and most calls need none.
    const { openCamera } = await import('@pinmark/capture/capture')
    const camera = await openCamera({ profile, signal }).catch(refuse)
    return { ...camera, capture: (shot) => camera.capture(shot).catch(refuse) }
  }
  const refuse = (cause: unknown): never => {
    signal.throwIfAborted()
    throw new Refusal(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  try {
    return await work(() => (opening ??= open()))
  } finally {
    await opening?.then((camera) => camera.close())
  }
}
