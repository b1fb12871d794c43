import {
  newWebhookSchema,
  webhookChangeSchema,
  webhookEvents,
  webhookFormats,
  type CreatedWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookFormat,
} from '@pinmark/shared/entities/webhook'
import { m } from '@pinmark/words/messages'
import { useId } from 'react'
import { useForm, type Checked } from '../../lib/form'
import { useSession } from '../../lib/session'
import { ConfirmPassword, isAboutPassword } from '../../ui/password-field'
import { FormDialog } from '../../ui/dialog'
import { FailureStrip } from '../../ui/error-strip'
import { Field, FormField, Select } from '../../ui/field'
import { eventNames, formatNames, useSaveWebhook } from './use-webhooks'

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

/** Adds a webhook, or changes its address and events. If the server refuses the address, the input stays. */
export function WebhookDialog({ webhook, projects, onAdded, onClose }: WebhookDialogProps) {
  const email = useSession()?.user.email ?? ''
  const noEventId = useId()
  const form = useForm({
    schema: { safeParse: (values: WebhookValues) => checkWebhook(values, webhook) },
    start: startOf(webhook),
    mutation: useSaveWebhook(webhook?._id),
    fieldOf: (code) => {
      if (isAboutPassword(code)) return 'password'
      return code.startsWith('webhook_address') ? 'url' : null
    },
    onSuccess: (created) => (created ? onAdded?.(created) : onClose()),
  })
  const { value: format, onChange: chooseFormat } = form.field('format')
  const { value: project, onChange: chooseProject } = form.field('project')
  const { value: events, inputRef: eventsRef, onChange: chooseEvents } = form.field('events')
  // A deleted project can no longer be chosen, but stays if it was.
  const chosen = webhook?.project ?? null
  const isGone = chosen !== null && !projects.some(({ _id }) => _id === chosen._id)
  const choices = isGone ? [chosen, ...projects] : projects

  return (
    <FormDialog
      open
      onClose={onClose}
      title={webhook ? m.webhook_edit() : m.webhook_add()}
      form={form}
      action={webhook ? m.action_save() : m.action_add()}
    >
      <FormField
        label={m.webhook_address()}
        {...form.field('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="webhook-choices">
        {!webhook && (
          <Field label={m.export_format()}>
            {(control) => (
              <Select
                {...control}
                value={format}
                onChange={({ target }) =>
                  chooseFormat(webhookFormats.find((known) => known === target.value) ?? 'generic')
                }
              >
                {webhookFormats.map((value) => (
                  <option key={value} value={value}>
                    {formatNames[value]()}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={m.projects_title()}>
          {(control) => (
            <Select {...control} value={project} onChange={({ target }) => chooseProject(target.value)}>
              <option value="">{m.webhook_all_projects()}</option>
              {choices.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset className="webhook-events" aria-describedby={events.length === 0 ? noEventId : undefined}>
        <legend className="text-13 font-[550]">{m.webhook_tell_about()}</legend>
        {webhookEvents.map((event, index) => (
          <label key={event}>
            <input
              ref={index === 0 ? eventsRef : undefined}
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ target }) =>
                chooseEvents(
                  webhookEvents.filter((one) => (one === event ? target.checked : events.includes(one))),
                )
              }
            />
            <span>{eventNames[event]()}</span>
          </label>
        ))}
        {events.length === 0 && (
          <p id={noEventId} role="alert" className="text-13 text-danger-text">
            {m.webhook_no_event()}
          </p>
        )}
      </fieldset>
      {isNewAddress(form.values.url, webhook) && (
        <ConfirmPassword email={email} {...form.field('password')} />
      )}
      <FailureStrip error={form.error} otherwise={m.webhook_not_saved()} />
    </FormDialog>
  )
}

interface WebhookValues {
  url: string
  format: WebhookFormat
  events: readonly WebhookEvent[]
  /** Empty for all projects. */
  project: string
  password: string
}

function startOf(webhook: Webhook | null): WebhookValues {
  return {
    url: webhook?.url ?? '',
    format: webhook?.format ?? 'generic',
    events: webhook?.events ?? webhookEvents,
    project: webhook?.project?._id ?? '',
    password: '',
  }
}

function checkWebhook(
  { url, format, password, ...values }: WebhookValues,
  webhook: Webhook | null,
): Checked<NewWebhook | WebhookChange> {
  const wanted = { events: [...values.events], project: values.project === '' ? null : values.project }
  if (!webhook) return newWebhookSchema.safeParse({ ...wanted, url, format, password })
  const address = isNewAddress(url, webhook) ? { url, ...(password !== '' && { password }) } : {}
  return webhookChangeSchema.safeParse({ ...wanted, ...address })
}

/** It needs the password of the account. */
function isNewAddress(url: string, webhook: Webhook | null): boolean {
  return url.trim() !== webhook?.url
}
