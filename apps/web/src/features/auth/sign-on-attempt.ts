import * as z from 'zod/mini'

const key = 'pinmark.sign-on'
const attemptSchema = z.object({
  attempt: z.string(),
  /** The path to return to. */
  from: z.string(),
  invitation: z.optional(z.string()),
})
type Attempt = z.infer<typeof attemptSchema>

/** Keeps an attempt while its person logs in at the issuer. Only this tab can complete it.
 *  @throws DOMException if the settings of the browser forbid it */
export function keepAttempt(attempt: Attempt): void {
  sessionStorage.setItem(key, JSON.stringify(attempt))
}

/** The attempt of this tab, returned once. */
export function takeAttempt(): Attempt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    return attemptSchema.safeParse(kept).data ?? null
  } catch {
    // The settings of the browser forbid it.
    return null
  }
}
