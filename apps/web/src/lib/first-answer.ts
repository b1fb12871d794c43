declare global {
  interface Window {
    /** The request that `first.ts` sent before the app had loaded. */
    pinmarkFirst?: { path: string; token: string | null; response: Promise<Response> }
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
