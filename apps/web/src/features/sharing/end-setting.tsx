import type { Link } from '@pinmark/shared/entities/project'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { dayAfter, endOfDay, formatDate, formatTime, toDay } from '../../lib/clock'
import { FieldError, Select, TextInput } from '../../ui/field'
import { Switch } from '../../ui/switch'
import { SaveFailed, useLinkSetting } from './use-change-link'

interface EndSettingProps {
  projectId: string
  link: Link
  onChanged: (link: Link) => void
}

type End = NonNullable<ProjectSettings['end']>
const usualDays = 14

/** The day on which the link ends, and what it allows afterwards. Each choice is saved at once. */
export function EndSetting({ projectId, link, onChanged }: EndSettingProps) {
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
