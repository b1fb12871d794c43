import * as sharingApi from '@pinmark/shared/api/sharing'
import { AppError, failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { Field, Form } from '../../ui/field'
import { PasswordInput } from '../../ui/password-field'
import { Sheet } from '../../ui/sheet'
import { call } from '../../lib/api'
import { rememberLinkToken } from '../../lib/identity'

interface LinkGateProps {
  projectId: string
  /** Called after the right password, to open the project. */
  onOpen: () => Promise<unknown>
}

/** Asks for the password of a link, before the page contains anything of the project. */
export function LinkGate({ projectId, onOpen }: LinkGateProps) {
  useTitle(m.password_label())
  const [password, setPassword] = useState('')
  const [isOpening, setIsOpening] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useUnlock(projectId)
  const { secondsLeft, start } = useCountdown()
  const isWaiting = secondsLeft > 0
  const failure = error && failureText(m.gate_no_answer(), error)
  const hasWaited = !isWaiting && error instanceof AppError && error.retryAfterSeconds
  // The focused field disappears with the gate.
  useEffect(() => () => document.getElementById('main')?.focus({ preventScroll: true }), [])

  function handleSubmit() {
    mutate(password, {
      onSuccess: () => {
        setIsOpening(true)
        void onOpen().finally(() => setIsOpening(false))
      },
      onError: (failure) => {
        if (failure instanceof AppError && failure.retryAfterSeconds) start(failure.retryAfterSeconds)
        field.current?.select()
      },
    })
  }

  return (
    <Sheet>
      <Form isBusy={isPending || isOpening || isWaiting} onSubmit={handleSubmit}>
        <h1 className="text-20 text-balance font-[620] tracking-[-0.018em]">{m.gate_title()}</h1>
        <Field
          label={m.password_label()}
          hasLiveError={false}
          error={isWaiting ? waitText(secondsLeft) : hasWaited ? null : failure}
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              autoFocus
              name="link-password"
              autoComplete="off"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {/* Screen readers announce it once, not every second. */}
        <p role="alert" className="sr-only">
          {!isPending && (hasWaited ? m.gate_try_again() : failure)}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={isPending || isOpening}
          disabled={isWaiting}
        >
          {m.action_open()}
        </Button>
        <p className="text-13 text-ink-3">{m.gate_hint()}</p>
      </Form>
    </Sheet>
  )
}

function waitText(seconds: number): string {
  return seconds < 120
    ? m.gate_wait_seconds({ count: seconds })
    : m.gate_wait_minutes({ count: Math.ceil(seconds / 60) })
}

/** Sends the password of a link. This browser remembers the answer until the password changes. */
function useUnlock(projectId: string) {
  return useMutation({
    mutationFn: (password: string) =>
      call(sharingApi.unlockLink, { params: { projectId }, body: { password } }),
    onSuccess: ({ token }) => rememberLinkToken(projectId, token),
  })
}

/** Seconds until the next attempt is allowed; 0 if there is nothing to wait for. */
function useCountdown() {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000))

  useEffect(() => {
    if (endsAt === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  return {
    secondsLeft,
    start: (seconds: number) => {
      setNow(Date.now())
      setEndsAt(Date.now() + seconds * 1_000)
    },
  }
}
