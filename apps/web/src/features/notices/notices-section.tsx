import { noticeModes, type NoticeMode, type Notices } from '@pinmark/shared/entities/notices'
import { useInstance } from '../../lib/instance'
import { useNotices, useNoticeSetting } from './use-notices'
import { FailureStrip } from '../../ui/error-strip'
import { Select } from '../../ui/field'
import './notices.css'
import { RadioGroup } from '../../ui/radio-group'

const names: Record<NoticeMode, string> = { off: 'Off', digest: 'Digest', now: 'At once' }
const hints: Record<NoticeMode, string> = {
  off: 'No mail, unless a project below has its own choice.',
  digest: 'One mail after each quiet spell, at most one an hour for each project.',
  now: 'A mail for every comment, reply and verdict, as it comes.',
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
          Notices by mail
        </h2>
        <p className="text-13 wrap-anywhere text-ink-3">
          {hasMail
            ? `To ${email}. Your own comments never send one.`
            : 'This server sends no mail yet. The person who runs it can set it up.'}
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
      <FailureStrip error={error} otherwise="Could not load the settings. Try again." />
    </section>
  )
}

const notSaved = 'Could not save. Try again.'

function AccountNotices({ stored, hasMail }: { stored: NoticeMode | null; hasMail: boolean }) {
  const { value, save, error } = useNoticeSetting(stored, (mode) => ({ mode }))
  return (
    <>
      <RadioGroup
        aria-labelledby="notices"
        className="segments notices-modes"
        choiceClass="segment"
        isSaved
        choices={noticeModes.map((mode) => ({ value: mode, label: names[mode] }))}
        value={value}
        disabled={!hasMail}
        onChoose={save}
      />
      {hasMail && value && <p className="text-13 text-ink-3">{hints[value]}</p>}
      <FailureStrip error={error} otherwise={notSaved} />
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
          <option value={asAbove}>{`As above (${names[ofAccount].toLowerCase()})`}</option>
          {noticeModes.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </Select>
      </div>
      <FailureStrip error={error} otherwise={notSaved} />
    </li>
  )
}
