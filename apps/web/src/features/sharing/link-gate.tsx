import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { useRef, useState } from 'react'
import { NetworkError } from '../../lib/network-error'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import { useUnlock } from './api/use-unlock'
import { useCountdown } from './use-countdown'

interface LinkGateProps {
  projectId: string
  /** Opens the project once the password was right. */
  onOpen: () => Promise<unknown>
}

/** Asks for the password of a link, before anything of the project is in the page. */
export function LinkGate({ projectId, onOpen }: LinkGateProps) {
  useTitle('Password')
  const [password, setPassword] = useState('')
  const [isOpening, setIsOpening] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useUnlock(projectId)
  const { secondsLeft, start } = useCountdown()
  const isWaiting = secondsLeft > 0

  function handleSubmit() {
    if (isPending || isOpening || isWaiting) return
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
    <div className="grid place-items-center px-4 py-6 max-md:place-items-start max-md:px-6 max-md:py-10">
      <form
        noValidate
        className="relative mx-auto grid w-full max-w-100 gap-4 bg-surface p-10 [&_.input]:h-11 max-md:px-6 max-md:pt-7 max-md:pb-8"
        onSubmit={(event) => {
          event.preventDefault()
          handleSubmit()
        }}
      >
        <CropMarks />
        <h1 className="text-20 font-[620] tracking-[-0.018em]">This project has a password.</h1>
        <Field label="Password" error={isWaiting ? waitText(secondsLeft) : error && failureText(error)}>
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
        {/* Read out once, not with every second. */}
        <p role="alert" className="sr-only">
          {!isPending && error && failureText(error)}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={isPending || isOpening}
          disabled={isWaiting}
        >
          Open
        </Button>
        <p className="text-13 text-ink-3">The designer who sent the link has it. Capital letters count.</p>
      </form>
    </div>
  )
}

function failureText(error: Error): string {
  const isKnown = error instanceof AppError || error instanceof NetworkError
  return isKnown ? error.message : pageMessages.unknown
}

function waitText(seconds: number): string {
  const left =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(seconds / 60)} minutes`
  return `Too many tries. Wait ${left}, then try again.`
}
