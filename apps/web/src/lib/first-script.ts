/** What `first.ts` leaves for the app: the answer that it has requested, and a press on the first paint. */

declare global {
  interface Window {
    /** The request that `first.ts` sent before the app had loaded. */
    pinmarkFirst?: { path: string; token: string | null; response: Promise<Response> }
    /** The position of a press on the first paint. */
    pinmarkPress?: EarlyPress
  }
}

/** The first request of a project page: as many comments as most projects have, and no image. */
export const firstPageQuery = { image: 'none', comments: 200 } as const
/** That of the dashboard, whose pictures are loaded by address. */
export const projectListQuery = { image: 'none' } as const

/** The answer that `first.ts` has already requested. It is used once, and only for the same request of the
 *  same account. */
export function takeFirstAnswer(
  method: string,
  path: string,
  token: string | null,
): Promise<Response> | null {
  const first = window.pinmarkFirst
  if (!first || method !== 'GET' || first.path !== path) return null
  delete window.pinmarkFirst
  return first.token === token ? first.response : null
}

/** 0 to 1 from the upper left corner of the design. */
export interface EarlyPress {
  readonly x: number
  readonly y: number
}

/** Notifies the app if it has already loaded. */
export const earlyPressEvent = 'pinmark:press'

/** Keeps a press on the first paint for the app. */
export function keepEarlyPress(press: EarlyPress): void {
  window.pinmarkPress = press
  window.dispatchEvent(new Event(earlyPressEvent))
}

/** The press before the app had loaded; returned once. */
export function takeEarlyPress(): EarlyPress | null {
  const { pinmarkPress: press } = window
  delete window.pinmarkPress
  return press ?? null
}
