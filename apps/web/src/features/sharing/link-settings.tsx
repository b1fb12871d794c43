import type { Link } from '@pinmark/shared/entities/project'
import { useId } from 'react'
import { useLinkSetting } from './api/use-change-link'
import { EndSetting } from './end-setting'
import { accessOf, linkAccesses, type LinkAccess } from './link-access'
import { PasswordSetting, type TypedPassword } from './password-setting'
import { ReplaceLink } from './replace-link'
import { FailureStrip } from '../../ui/error-strip'
import { RadioGroup } from '../../ui/radio-group'

interface LinkSettingsProps {
  projectId: string
  link: Link
  /** Whether `manage` is offered although the link has another permission. */
  offersManage: boolean
  password: TypedPassword
  onChanged: (link: Link) => void
}

/** The permission of the link, and a button that replaces a link that was shared too widely. */
export function LinkSettings({ projectId, link, offersManage, password, onChanged }: LinkSettingsProps) {
  const id = useId()
  const access = useLinkSetting(projectId, {
    stored: accessOf(link),
    settingsOf: (choice) => linkAccesses[choice].settings,
    onChanged,
  })
  const hasManage = offersManage || link.permission === 'manage'
  const choices: LinkAccess[] = [...(hasManage ? ['manage' as const] : []), ...usualChoices]

  return (
    <>
      <div className="grid gap-1.5">
        <span id={id} className="text-13 font-[550]">
          Link access
        </span>
        <RadioGroup
          aria-labelledby={id}
          className="steps"
          choiceClass="step"
          isSaved
          choices={choices.map((choice) => ({
            value: choice,
            label: (
              <>
                <span className="font-[550]">{linkAccesses[choice].label}</span>{' '}
                <span className="text-13 text-ink-3">{linkAccesses[choice].word}</span>
              </>
            ),
          }))}
          value={access.value}
          onChoose={access.save}
        />
        <FailureStrip error={access.error} otherwise="Nothing was changed. Try again." />
      </div>
      <PasswordSetting projectId={projectId} link={link} onChanged={onChanged} {...password} />
      <EndSetting projectId={projectId} link={link} onChanged={onChanged} />
      <ReplaceLink projectId={projectId} onChanged={onChanged} />
    </>
  )
}

const usualChoices = ['comment', 'paused', 'view', 'closed'] as const
