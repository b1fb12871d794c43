declare global {
  interface Window {
    /** What `public/first.js` asked for before this program was there. */
    pinmarkFirst?: { path: string; token: string | null; response: Promise<Response> }
  }
}

/** The answer that `first.js` has requested already. It is given out once, and only for the same request of the same
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
