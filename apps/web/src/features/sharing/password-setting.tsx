import type { Link } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { useState } from 'react'
import { formatDate } from '../../lib/clock'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import { Switch } from '../../ui/switch'
import { useChangeSettings } from './api/use-change-link'
import { SaveFailed } from './save-failed'

interface PasswordSettingProps {
  projectId: string
  link: Link
  onChanged: (link: Link) => void
}

/** Sets a password for guests. Only a hash is stored, so the present one cannot be shown. */
export function PasswordSetting({ projectId, link, onChanged }: PasswordSettingProps) {
  const { mutate, isPending, error, variables, reset } = useChangeSettings(projectId)
  const [isEditing, setIsEditing] = useState(false)
  const [typed, setTyped] = useState('')
  const isOn = link.password !== undefined || isEditing
  /** An error about the typed password is shown beside the field. */
  const isAboutField = error instanceof AppError && error.status === 400

  function save(password: string | null) {
    if (isPending) return
    mutate(
      { password },
      {
        onSuccess: (changed) => {
          setIsEditing(false)
          setTyped('')
          onChanged(changed)
        },
      },
    )
  }

  function handleSwitch(isWanted: boolean) {
    reset()
    if (!isWanted && link.password) save(null)
    else setIsEditing(isWanted)
  }

  return (
    <div className="grid gap-2">
      <Switch
        label="Password"
        hint="Ask for one before the design shows."
        checked={isOn}
        disabled={isPending}
        onChange={handleSwitch}
      />
      {isEditing && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save(typed)
          }}
        >
          <Field
            label={<span className="sr-only">Password for guests</span>}
            error={isAboutField ? error.message : null}
          >
            {(control) => (
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
                <PasswordInput
                  {...control}
                  startsShown
                  autoFocus
                  autoComplete="off"
                  name="link-password"
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                />
                <Button type="submit" pending={isPending}>
                  Save
                </Button>
              </div>
            )}
          </Field>
        </form>
      )}
      {link.password && !isEditing && (
        <p className="flex items-center gap-3 text-13 text-ink-2">
          Set on {formatDate(link.password.setAt)}
          <button type="button" className="text-action" onClick={() => setIsEditing(true)}>
            Change
          </button>
        </p>
      )}
      <SaveFailed
        error={isAboutField ? null : error}
        onRetry={() => variables?.password !== undefined && save(variables.password)}
      />
    </div>
  )
}
