import * as z from 'zod/mini'

const loginStateSchema = z.object({
  /** The page to return to. */
  from: z.optional(z.string()),
  registered: z.optional(z.boolean()),
  /** E-mail of the new account. */
  email: z.optional(z.string()),
  /** Why a login by single sign-on failed. */
  refusal: z.optional(z.string()),
})

/** The state that a page passes when it redirects to /login. */
export type LoginState = z.infer<typeof loginStateSchema>

export function parseLoginState(state: unknown): LoginState {
  return loginStateSchema.safeParse(state).data ?? {}
}

/** The path of this site to return to after the login; null for other sites and for the login page itself.
 *  Browsers and routers parse a path again after it is joined with the origin. So a path that a parser would
 *  change (`/x/..//other.test`, `/\\other.test`, a tab) or that has an empty segment (`//`) is refused,
 *  encoded forms included. */
export function safeReturnPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null
  const url = parseUrl(path)
  if (url?.origin !== location.origin) return null
  if (url.pathname + url.search + url.hash !== path) return null
  if (/\/\/|%2f|%5c|%2e|%0|%1/i.test(url.pathname)) return null
  if (['/login', '/register', '/sign-on'].includes(url.pathname.replace(/\/+$/, ''))) return null
  return path
}

function parseUrl(path: string): URL | null {
  try {
    return new URL(path, location.origin)
  } catch {
    // Not a valid address.
    return null
  }
}
