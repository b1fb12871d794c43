import { noticeModes, type NoticeMode, type Notices } from '@pinmark/shared/entities/notices'
import { m } from '@pinmark/words/messages'
import { useInstance } from '../../lib/instance'
import { useNotices, useNoticeSetting } from './use-notices'
import { FailureStrip } from '../../ui/error-strip'
import { Select } from '../../ui/field'
import './notices.css'
import { RadioGroup } from '../../ui/radio-group'

const names: Record<NoticeMode, () => string> = {
  off: () => m.notices_off(),
  digest: () => m.notices_digest(),
  now: () => m.notices_now(),
}
const asAboveNames: Record<NoticeMode, () => string> = {
  off: () => m.notices_as_above_off(),
  digest: () => m.notices_as_above_digest(),
  now: () => m.notices_as_above_now(),
}
const hints: Record<NoticeMode, () => string> = {
  off: () => m.notices_off_hint(),
  digest: () => m.notices_digest_hint(),
  now: () => m.notices_now_hint(),
}
const asAbove = ''

/** Sets when the account gets mail about comments. Every choice is saved at once. */
export function NoticesSection({ email }: { email: string }) {
  const hasMail = useInstance()?.mail !== false
  const { data: notices, error } = useNotices()
  return (
    <section aria-labelledby="notices" className="notices">
      <div>
        <h2 id="notices" className="text-16 font-semibold">
          {m.notices_title()}
        </h2>
        <p className="text-13 wrap-anywhere text-ink-3">
          {hasMail ? m.notices_to({ email }) : m.notices_no_mail()}
        </p>
      </div>
      <AccountNotices stored={notices?.mode ?? null} hasMail={hasMail} />
      {hasMail && notices && notices.projects.length > 0 && (
        <ul className="notices-projects">
          {notices.projects.map((project) => (
            <ProjectNotices key={project._id} project={project} ofAccount={notices.mode} />
          ))}
        </ul>
      )}
      <FailureStrip error={error} otherwise={m.settings_not_loaded()} />
    </section>
  )
}

function AccountNotices({ stored, hasMail }: { stored: NoticeMode | null; hasMail: boolean }) {
  const { value, save, error } = useNoticeSetting(stored, (mode) => ({ mode }))
  return (
    <>
      <RadioGroup
        aria-labelledby="notices"
        className="segments notices-modes"
        choiceClass="segment"
        isSaved
        choices={noticeModes.map((mode) => ({ value: mode, label: names[mode]() }))}
        value={value}
        disabled={!hasMail}
        onChoose={save}
      />
      {hasMail && value && <p className="text-13 text-ink-3">{hints[value]()}</p>}
      <FailureStrip error={error} otherwise={m.not_saved_try_again()} />
    </>
  )
}

interface ProjectNoticesProps {
  project: Notices['projects'][number]
  ofAccount: NoticeMode
}

function ProjectNotices({ project, ofAccount }: ProjectNoticesProps) {
  const { _id, name } = project
  const { value, save, error } = useNoticeSetting(project.mode, (mode) => ({ project: _id, mode }))
  return (
    <li>
      <div className="notices-project">
        <label htmlFor={`notices-${_id}`} className="line-clamp-2" title={name}>
          {name}
        </label>
        <Select
          id={`notices-${_id}`}
          value={value ?? asAbove}
          onChange={({ target }) => save(noticeModes.find((one) => one === target.value) ?? null)}
        >
          <option value={asAbove}>{asAboveNames[ofAccount]()}</option>
          {noticeModes.map((one) => (
            <option key={one} value={one}>
              {names[one]()}
            </option>
          ))}
        </Select>
      </div>
      <FailureStrip error={error} otherwise={m.not_saved_try_again()} />
    </li>
  )
}
