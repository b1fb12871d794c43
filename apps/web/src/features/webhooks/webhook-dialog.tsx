import {
  newWebhookSchema,
  webhookEvents,
  webhookFormats,
  type CreatedWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookFormat,
} from '@pinmark/shared/entities/webhook'
import { AppError, failureText } from '@pinmark/shared/page-errors'
import { useId, useRef, useState } from 'react'
import { fieldError } from '../../lib/form'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmPassword, passwordProblem } from '../../ui/password-field'
import { Dialog } from '../../ui/dialog'
import { ErrorStrip } from '../../ui/error-strip'
import { Field, Select, TextField } from '../../ui/field'
import { eventNames, formatNames, useAddWebhook, useChangeWebhook } from './use-webhooks'

export interface ProjectChoice {
  _id: string
  name: string
}

interface WebhookDialogProps {
  /** The webhook to edit; null for a new one. */
  webhook: Webhook | null
  projects: readonly ProjectChoice[]
  onAdded?: (created: CreatedWebhook) => void
  onClose: () => void
}

const noEvent = 'Choose at least one.'

/** Adds a webhook, or changes its address and events. If the server refuses the address, the input stays. */
export function WebhookDialog({ webhook, projects, onAdded, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'generic')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents)
  const [project, setProject] = useState(webhook?.project?._id ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [isPasswordMissing, setIsPasswordMissing] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const email = useSession()?.user.email ?? ''
  /** A new address needs the password. */
  const isNewAddress = url.trim() !== webhook?.url
  const field = useRef<HTMLInputElement>(null)
  const eventChoices = useRef<HTMLFieldSetElement>(null)
  const noEventId = useId()
  const add = useAddWebhook()
  const change = useChangeWebhook(webhook?._id ?? '')
  const isPending = add.isPending || change.isPending
  const error = add.error ?? change.error
  const isAboutAddress = error instanceof AppError && error.code.startsWith('webhook_address')
  // A deleted project can no longer be chosen, but stays if it was.
  const chosen = webhook?.project ?? null
  const isGone = chosen !== null && !projects.some(({ _id }) => _id === chosen._id)
  const choices = isGone ? [chosen, ...projects] : projects

  function handleSubmit() {
    if (isPending) return
    const wanted = { url: url.trim(), events: [...events], project: project === '' ? null : project }
    const checked = newWebhookSchema.safeParse({ ...wanted, format, password })
    const problem = checked.success ? null : fieldError(checked.error, 'url')
    setWrong(problem)
    if (problem !== null) return field.current?.focus()
    if (events.length === 0) return eventChoices.current?.querySelector('input')?.focus()
    setIsPasswordMissing(isNewAddress && password === '')
    if (isNewAddress && password === '') return passwordField.current?.focus()
    const onError = (failure: Error) => (passwordProblem(failure) ? passwordField : field).current?.focus()
    if (webhook) {
      const { url: address, ...others } = wanted
      const changes = isNewAddress ? { ...others, url: address, password } : others
      return change.mutate(changes, { onError, onSuccess: onClose })
    }
    add.mutate({ ...wanted, format, password }, { onError, onSuccess: (created) => onAdded?.(created) })
  }

  return (
    <Dialog
      open
      onClose={() => !isPending && onClose()}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      dismissible={!isPending && url === (webhook?.url ?? '')}
      initialFocus={field}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={isPending}>
            {webhook ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <TextField
        label="Address"
        error={wrong ?? (isAboutAddress ? error.message : null)}
        ref={field}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <div className="webhook-choices">
        {!webhook && (
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                value={format}
                onChange={({ target }) =>
                  setFormat(webhookFormats.find((known) => known === target.value) ?? 'generic')
                }
              >
                {webhookFormats.map((value) => (
                  <option key={value} value={value}>
                    {formatNames[value]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Projects">
          {(control) => (
            <Select {...control} value={project} onChange={({ target }) => setProject(target.value)}>
              <option value="">All projects</option>
              {choices.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset
        ref={eventChoices}
        className="webhook-events"
        aria-describedby={events.length === 0 ? noEventId : undefined}
      >
        <legend className="text-13 font-[550]">Tell about</legend>
        {webhookEvents.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ target }) =>
                setEvents(
                  webhookEvents.filter((one) => (one === event ? target.checked : events.includes(one))),
                )
              }
            />
            <span>{eventNames[event]}</span>
          </label>
        ))}
        {events.length === 0 && (
          <p id={noEventId} role="alert" className="text-13 text-danger-text">
            {noEvent}
          </p>
        )}
      </fieldset>
      {isNewAddress && (
        <ConfirmPassword
          email={email}
          error={isPasswordMissing ? 'Enter a password.' : passwordProblem(error)}
          value={password}
          onChange={setPassword}
          inputRef={passwordField}
        />
      )}
      <ErrorStrip>
        {error &&
          !isAboutAddress &&
          !passwordProblem(error) &&
          failureText('Could not save. What you typed is kept.', error)}
      </ErrorStrip>
    </Dialog>
  )
}
