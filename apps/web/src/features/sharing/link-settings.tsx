import type { Link } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { SaveFailed, useLinkSetting, useReplaceLink } from './use-change-link'
import { accessOf, linkAccesses, type LinkAccess } from './link-access'
import { PasswordSetting, type TypedPassword } from './password-setting'
import { FailureStrip } from '../../ui/error-strip'
import { Button } from '../../ui/button'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import { dayAfter, endOfDay, formatDate, formatTime, toDay } from '../../lib/clock'
import { FieldError, Select, TextInput } from '../../ui/field'
import { Switch } from '../../ui/switch'
import { StepChoices } from '../../ui/step-choices'

interface LinkSettingsProps {
  projectId: string
  link: Link
  password: TypedPassword
  onChanged: (link: Link) => void
  onPeople: () => void
}

/** The permission of the link, and a button that replaces a link that was shared too widely. */
export function LinkSettings({ projectId, link, password, onChanged, onPeople }: LinkSettingsProps) {
  const access = useLinkSetting(projectId, {
    stored: accessOf(link),
    settingsOf: (choice) => linkAccesses[choice].settings,
    onChanged,
  })
  // It gives way to members, and is offered only until it is changed.
  const choices: LinkAccess[] = [
    ...(link.permission === 'manage' ? ['manage' as const] : []),
    ...usualChoices,
  ]

  return (
    <>
      <div className="grid gap-1.5">
        <StepChoices
          label={m.link_access()}
          choices={choices}
          words={linkAccesses}
          value={access.value}
          isSaved
          onChoose={access.save}
        />
        <FailureStrip error={access.error} otherwise={m.nothing_changed()} />
      </div>
      <PasswordSetting projectId={projectId} link={link} onChanged={onChanged} {...password} />
      <EndSetting projectId={projectId} link={link} onChanged={onChanged} />
      <ReplaceLink projectId={projectId} onChanged={onChanged} />
      <div className="flex items-center justify-between gap-4 border-t pt-4">
        <div>
          <p className="font-[550]">{m.people_title()}</p>
          <p className="text-13 text-ink-3">{m.people_hint()}</p>
        </div>
        <Button size="sm" className="flex-none" onClick={onPeople}>
          {m.people_show()}
        </Button>
      </div>
    </>
  )
}

const usualChoices = ['comment', 'view', 'closed'] as const

interface ReplaceLinkProps {
  projectId: string
  onChanged: (link: Link) => void
}

/** Replaces a link that was shared too widely, after a confirmation. */
function ReplaceLink({ projectId, onChanged }: ReplaceLinkProps) {
  const { mutate, isPending, isSuccess, error } = useReplaceLink(projectId)
  /** False after Cancel, when the focus goes back to the first button. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null)

  function handleReplace() {
    mutate(undefined, {
      onSuccess: (link) => {
        setIsAsking(null)
        onChanged(link)
      },
    })
  }

  return (
    <div className="grid gap-2 border-t pt-4">
      <div className="flex items-center justify-between gap-x-4 gap-y-2 max-md:flex-wrap">
        <div>
          <p className="font-[550]">{isAsking ? m.link_replace_ask() : m.link_new()}</p>
          <p className="text-13 text-ink-3">
            {isAsking ? m.link_replace_hint_stays() : m.link_replace_hint()}
          </p>
        </div>
        {isAsking ? (
          <div className="flex flex-none gap-2 max-md:w-full max-md:*:flex-1">
            <Button size="sm" onClick={() => setIsAsking(false)}>
              {m.action_cancel()}
            </Button>
            <Button size="sm" variant="primary" autoFocus pending={isPending} onClick={handleReplace}>
              {m.link_replace()}
            </Button>
          </div>
        ) : (
          <Button
            size="sm"
            className="flex-none"
            autoFocus={isAsking === false}
            onClick={() => setIsAsking(true)}
          >
            {m.link_replace()}
          </Button>
        )}
      </div>
      <SaveFailed error={error} onRetry={handleReplace} />
      <p role="status" className="sr-only">
        {isSuccess && m.link_new_made()}
      </p>
    </div>
  )
}

interface EndSettingProps {
  projectId: string
  link: Link
  onChanged: (link: Link) => void
}

type End = NonNullable<ProjectSettings['end']>
const usualDays = 14

/** The day on which the link ends, and what it allows afterwards. Each choice is saved at once. */
function EndSetting({ projectId, link, onChanged }: EndSettingProps) {
  const {
    value: end,
    save,
    ...saving
  } = useLinkSetting<End | null>(projectId, {
    stored: link.end ?? null,
    settingsOf: (wanted) => ({ end: wanted }),
    onChanged,
  })
  const [now] = useState(() => new Date())

  return (
    <div className="grid gap-2">
      <Switch
        label={m.end_label()}
        hint={end ? endHint(end, now) : m.end_hint()}
        checked={end !== null}
        onChange={(isWanted) =>
          save(isWanted ? { at: endOfDay(dayAfter(now, usualDays)), to: 'view' } : null)
        }
      />
      {end && <EndFields end={end} today={toDay(now)} onSave={save} />}
      <SaveFailed error={saving.error} onRetry={saving.retry} />
    </div>
  )
}

interface EndFieldsProps {
  end: End
  today: string
  onSave: (end: End) => void
}

function EndFields({ end, today, onSave }: EndFieldsProps) {
  /** The day in the field until it is saved. A date that is not complete is an empty text. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isPast, setIsPast] = useState(false)
  const savedDay = toDay(new Date(end.at))

  function handleDone() {
    if (typed === null) return
    const isTooEarly = typed !== '' && typed < today
    setIsPast(isTooEarly)
    if (isTooEarly) return
    setTyped(null)
    if (typed !== '' && typed !== savedDay) onSave({ ...end, at: endOfDay(typed) })
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <TextInput
          type="date"
          aria-label={m.end_day()}
          min={today}
          value={typed ?? savedDay}
          {...(isPast && { 'aria-invalid': true, 'aria-describedby': 'link-end-past' })}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsPast(false)
          }}
          onBlur={handleDone}
          onKeyDown={({ key }) => {
            if (key === 'Enter') handleDone()
            else if (key === 'Escape') setTyped(null)
          }}
        />
        <Select
          aria-label={m.end_then()}
          value={end.to}
          onChange={({ target }) => onSave({ ...end, to: target.value === 'closed' ? 'closed' : 'view' })}
        >
          <option value="view">{m.end_then_view()}</option>
          <option value="closed">{m.end_then_closed()}</option>
        </Select>
      </div>
      {isPast && (
        <div role="alert">
          <FieldError id="link-end-past">{m.choose_day_from_today()}</FieldError>
        </div>
      )}
    </>
  )
}

function endHint({ at }: End, now: Date): string {
  return new Date(at) > now
    ? m.end_future({ date: formatDate(at), time: formatTime(at) })
    : m.end_past({ date: formatDate(at) })
}
