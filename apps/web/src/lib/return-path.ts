import * as z from 'zod/mini'

const loginStateSchema = z.object({
  /** The page to return to. */
  from: z.optional(z.string()),
  registered: z.optional(z.boolean()),
  /** E-mail of the new account. */
  email: z.optional(z.string()),
})

/** The state that a page passes when it redirects to /login. */
export type LoginState = z.infer<typeof loginStateSchema>

export function parseLoginState(state: unknown): LoginState {
  return loginStateSchema.safeParse(state).data ?? {}
}

/** A path of this site to go back to after the login, or null: other sites, and the login itself, are none. Browsers and
 *  routers read a path again after it is put together, so a path counts only as it is written: what a parser would change
 *  (`/x/..//other.test`, `/\\other.test`, a tab), and what names no segment (`//`), is refused, encoded forms included. */
export function safeReturnPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null
  const url = parseUrl(path)
  if (url?.origin !== location.origin) return null
  if (url.pathname + url.search + url.hash !== path) return null
  if (/\/\/|%2f|%5c|%2e|%0|%1/i.test(url.pathname)) return null
  if (['/login', '/register'].includes(url.pathname.replace(/\/+$/, ''))) return null
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
