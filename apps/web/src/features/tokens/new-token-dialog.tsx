import { tokenScopes, type TokenScope } from '@pinmark/shared/entities/api-token'
import { useId, useRef, useState } from 'react'
import { endOfDay, toDay } from '../../lib/clock'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmPassword, passwordProblem } from '../../ui/password-field'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { scopeWords, useCreateApiToken } from './token-calls'
import { FailureStrip } from '../../ui/error-strip'
import { TextField } from '../../ui/field'
import { RadioGroup } from '../../ui/radio-group'

interface NewTokenDialogProps {
  open: boolean
  onClose: () => void
}

/** Creates a token, then shows it. Only `Done` closes this step, so that a click outside does not lose the
 *  token. */
export function NewTokenDialog({ open, onClose }: NewTokenDialogProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const [day, setDay] = useState('')
  const [password, setPassword] = useState('')
  const [isPasswordMissing, setIsPasswordMissing] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const email = useSession()?.user.email ?? ''
  const [isNameMissing, setIsNameMissing] = useState(false)
  const [today] = useState(() => toDay(new Date()))
  const nameField = useRef<HTMLInputElement>(null)
  const { mutate, isPending, data, error } = useCreateApiToken()
  const writes = scope !== 'read'
  const isPast = day !== '' && day < today

  function handleSubmit() {
    if (isPending || isPast) return
    setIsNameMissing(name.trim() === '')
    setIsPasswordMissing(writes && password === '')
    if (name.trim() === '') return nameField.current?.focus()
    if (writes && password === '') return passwordField.current?.focus()
    mutate(
      { name, scope, endsAt: day === '' ? null : endOfDay(day), ...(writes && { password }) },
      { onError: (failure) => passwordProblem(failure) && passwordField.current?.focus() },
    )
  }

  if (data) {
    return (
      <Dialog
        open={open}
        onClose={() => undefined}
        title={data.name}
        dismissible={false}
        hasClose={false}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CopyField autoFocus label="Token" what="token" text={data.token} hint="Shown once. Copy it now." />
      </Dialog>
    )
  }

  return (
    <Dialog
      open={open}
      onClose={() => !isPending && onClose()}
      title="New token"
      dismissible={!isPending && name === '' && day === ''}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={isPending}>
            Make token
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="What it is for, such as Weekly report."
        error={isNameMissing ? 'Name is required.' : null}
        ref={nameField}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid gap-1.5">
        <span id={id} className="text-13 font-[550]">
          May
        </span>
        <RadioGroup
          aria-labelledby={id}
          className="steps"
          choiceClass="step"
          choices={tokenScopes.map((choice) => ({
            value: choice,
            label: (
              <>
                <span className="font-[550]">{scopeWords[choice].label}</span>{' '}
                <span className="text-13 text-ink-3">{scopeWords[choice].word}</span>
              </>
            ),
          }))}
          value={scope}
          onChoose={setScope}
        />
      </div>
      <TextField
        label="End date (optional)"
        hint="It counts until 23:59 of that day, your time."
        error={isPast ? 'Choose a day from today on.' : null}

        type="date"
        min={today}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      {writes && (
        <ConfirmPassword
          email={email}
          error={isPasswordMissing ? 'Enter a password.' : passwordProblem(error)}
          value={password}
          onChange={setPassword}
          inputRef={passwordField}
        />
      )}
      <FailureStrip error={passwordProblem(error) ? null : error} otherwise="No token was made. Try again." />
    </Dialog>
  )
}
