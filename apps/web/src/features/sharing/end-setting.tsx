import type { Link } from '@pinmark/shared/entities/project'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/clock'
import { FieldError } from '../../ui/field'
import { Switch } from '../../ui/switch'
import { TextInput } from '../../ui/text-input'
import { Select } from '../../ui/select'
import { useChangeSettings } from './api/use-change-link'
import { dayAfter, endOfDay, toDay } from '../../lib/end-of-day'
import { SaveFailed } from './save-failed'

interface EndSettingProps {
  projectId: string
  link: Link
  onChanged: (link: Link) => void
}

type End = NonNullable<ProjectSettings['end']>
const usualDays = 14

/** The day on which the link ends, and what it allows afterwards. Each choice is saved at once. */
export function EndSetting({ projectId, link, onChanged }: EndSettingProps) {
  const { mutate, isPending, error, variables } = useChangeSettings(projectId)
  const { end } = link
  const [typed, setTyped] = useState<string | null>(null)
  const [isPast, setIsPast] = useState(false)
  const [now] = useState(() => new Date())
  const today = toDay(now)

  function save(wanted: End | null) {
    mutate(
      { end: wanted },
      {
        onSuccess: (changed) => {
          setTyped(null)
          onChanged(changed)
        },
      },
    )
  }

  function handleDay(day: string) {
    setTyped(day)
    setIsPast(day !== '' && day < today)
    if (end && day >= today) save({ at: endOfDay(day), to: end.to })
  }

  return (
    <div className="grid gap-2">
      <Switch
        label="End date"
        hint={end ? endHint(end, now) : 'Let the link end by itself.'}
        checked={end !== undefined}
        onChange={(isWanted) => {
          // Not disabled meanwhile: the switch would lose the focus.
          if (isPending) return
          setTyped(null)
          setIsPast(false)
          save(isWanted ? { at: endOfDay(dayAfter(now, usualDays)), to: 'view' } : null)
        }}
      />
      {end && (
        <div className="grid grid-cols-2 gap-2">
          <TextInput
            type="date"
            aria-label="Day of the end"
            min={today}
            value={typed ?? toDay(new Date(end.at))}
            {...(isPast && { 'aria-invalid': true, 'aria-describedby': 'link-end-past' })}
            onChange={({ target }) => handleDay(target.value)}
            onBlur={() => !isPast && setTyped(null)}
          />
          <Select
            aria-label="From then on"
            value={end.to}
            onChange={({ target }) => save({ at: end.at, to: target.value === 'closed' ? 'closed' : 'view' })}
          >
            <option value="view">then view only</option>
            <option value="closed">then closed</option>
          </Select>
        </div>
      )}
      {isPast && (
        <div role="alert">
          <FieldError id="link-end-past">Choose a day from today on.</FieldError>
        </div>
      )}
      <SaveFailed error={error} onRetry={() => variables?.end !== undefined && save(variables.end)} />
    </div>
  )
}

function endHint({ at }: End, now: Date): string {
  return new Date(at) > now
    ? `Ends on ${formatDateTime(at).replace(',', ' at')}, your time.`
    : `It ended on ${formatDate(at)}. Choose a later day to go on.`
}
