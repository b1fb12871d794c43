declare global {
  interface Window {
    /** What `first.ts` asked for before this program was there. */
    pinmarkFirst?: { path: string; token: string | null; response: Promise<Response> }
  }
}

/** What the page of a project asks for first: as many comments as most projects have, and no image. */
export const firstPageQuery = { image: 'none', comments: 200 } as const

/** The answer that `first.ts` has requested already. It is given out once, and only for the same request of the same
 *  account. */
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
