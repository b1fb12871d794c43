import * as z from 'zod/mini'
import { beginSignOn } from '@pinmark/shared/api/sign-on'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { call } from '../../lib/api'
import { readSignOn } from '../../lib/sign-on'
import { Button } from '../../ui/button'
import { ErrorStrip, FailureStrip } from '../../ui/error-strip'

interface SignOnButtonProps {
  /** The path to open after the login. */
  from: string
  /** The token of an invitation. */
  invitation?: string | undefined
  /** Why the last attempt failed. */
  refusal?: string | undefined
}

/** Leaves for the issuer of single sign-on, which sends the browser back to /sign-on. */
export function SignOnButton({ from, invitation, refusal }: SignOnButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const signOn = readSignOn()
  if (!signOn) return null

  async function begin() {
    setIsPending(true)
    setError(null)
    try {
      const { address, attempt } = await call(beginSignOn)
      keepAttempt({ attempt, from, invitation })
      window.location.assign(address)
    } catch (caught) {
      setError(caught)
    } finally {
      // Back from the issuer, the browser may show this page as it was.
      setIsPending(false)
    }
  }

  return (
    <div className={signOn.isOnly ? 'grid gap-4' : 'mt-4 grid gap-4'}>
      {!signOn.isOnly && (
        <p className="flex items-center gap-3 text-13 text-ink-3 before:flex-1 before:border-t after:flex-1 after:border-t">
          {m.sign_on_or()}
        </p>
      )}
      {error ? (
        <FailureStrip error={error} otherwise={m.sign_on_start_failed()} />
      ) : (
        <ErrorStrip>{refusal}</ErrorStrip>
      )}
      <Button
        variant={signOn.isOnly ? 'primary' : 'outline'}
        size="lg"
        pending={isPending}
        onClick={() => void begin()}
      >
        <span className="truncate">{m.sign_on_continue({ name: signOn.name })}</span>
      </Button>
    </div>
  )
}

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
function keepAttempt(attempt: Attempt): void {
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
