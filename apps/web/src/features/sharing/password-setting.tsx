import type { Link } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useImperativeHandle, useRef, useState, type RefObject } from 'react'
import { formatDate } from '../../lib/clock'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-field'
import { Switch } from '../../ui/switch'
import { SaveFailed, useChangePassword } from './use-change-link'

/** The password in the field, which the dialog keeps. */
export interface TypedPassword {
  typed: string
  onType: (typed: string) => void
  /** Gets a function that saves it. */
  saveRef: RefObject<((onSaved: () => void) => void) | null>
}

interface PasswordSettingProps extends TypedPassword {
  projectId: string
  link: Link
  onChanged: (link: Link) => void
}

/** Sets a password for guests. Only a hash is stored, so the present one cannot be shown. */
export function PasswordSetting(props: PasswordSettingProps) {
  const { projectId, link, onChanged, typed, onType, saveRef } = props
  const { mutate, isPending, error, variables, reset } = useChangePassword(projectId)
  /** False after the field was saved, when the focus goes to the button in its place. */
  const [isEditing, setIsEditing] = useState<boolean | null>(typed !== '' || null)
  const field = useRef<HTMLInputElement>(null)
  const isOn = link.password !== undefined || isEditing === true
  /** An error about the typed password is shown beside the field. */
  const isAboutField = error instanceof AppError && error.status === 400

  function save(password: string | null, onSaved?: () => void) {
    // `Done` is not ignored: saving the same password twice has no effect.
    if (isPending && !onSaved) return
    mutate(password, {
      onSuccess: (changed) => {
        setIsEditing(false)
        onType('')
        onChanged(changed)
        onSaved?.()
      },
      onError: () => field.current?.focus(),
    })
  }

  useImperativeHandle(saveRef, () => (onSaved: () => void) => save(typed, onSaved))

  function handleSwitch(isWanted: boolean) {
    // Not disabled meanwhile: the switch would lose the focus.
    if (isPending) return
    reset()
    onType('')
    if (!isWanted && link.password) save(null)
    else setIsEditing(isWanted)
  }

  return (
    <div className="grid gap-2">
      <Switch
        label={m.password_label()}
        hint={isOn && !link.password ? m.link_password_unset() : m.link_password_hint()}
        checked={isOn}
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
            label={<span className="sr-only">{m.link_password_field()}</span>}
            error={isAboutField ? error.message : null}
          >
            {(control) => (
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
                <PasswordInput
                  {...control}
                  ref={field}
                  startsShown
                  autoFocus
                  autoComplete="off"
                  name="link-password"
                  value={typed}
                  onChange={({ target }) => onType(target.value)}
                />
                <Button type="submit" pending={isPending}>
                  {m.action_save()}
                </Button>
              </div>
            )}
          </Field>
        </form>
      )}
      {link.password && !isEditing && (
        <p className="flex items-center gap-3 text-13 text-ink-2">
          <span>{m.link_password_set({ date: formatDate(link.password.setAt) })}</span>
          <button
            type="button"
            className="text-action"
            autoFocus={isEditing === false}
            onClick={() => setIsEditing(true)}
          >
            {m.action_change()}
          </button>
        </p>
      )}
      <SaveFailed
        error={isAboutField ? null : error}
        onRetry={() => variables !== undefined && save(variables)}
      />
    </div>
  )
}
