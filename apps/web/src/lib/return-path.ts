import * as z from 'zod/mini'

const loginStateSchema = z.object({
  /** The page to go back to. */
  from: z.optional(z.string()),
  registered: z.optional(z.boolean()),
  /** Of the account just made. */
  email: z.optional(z.string()),
})

/** What a page hands over when it sends somebody to /login. */
export type LoginState = z.infer<typeof loginStateSchema>

export function parseLoginState(state: unknown): LoginState {
  return loginStateSchema.safeParse(state).data ?? {}
}

/** A path of this very site to go back to after the login, or null: other sites, and the login itself, are no such.
 *  `//other.test`, `/\other.test` and `javascript:` all look like something else to a browser. */
export function safeReturnPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null
  const url = parseUrl(path)
  if (url?.origin !== location.origin) return null
  if (['/login', '/register'].includes(url.pathname.replace(/\/+$/, ''))) return null
  return url.pathname + url.search + url.hash
}

function parseUrl(path: string): URL | null {
  try {
    return new URL(path, location.origin)
  } catch {
    // No address at all.
    return null
  }
}
