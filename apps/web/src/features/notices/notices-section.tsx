import { noticeModes, type NoticeMode } from '@pinmark/shared/entities/notices'
import { useInstance } from '../../lib/instance'
import { useChangeNotices, useNotices } from './api/use-notices'
import { FailureStrip } from '../../ui/error-strip'
import { Select } from '../../ui/select'
import './notices.css'

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
  const change = useChangeNotices()
  const failure = change.error ?? error
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
      <div role="group" aria-labelledby="notices" className="segments notices-modes">
        {noticeModes.map((mode) => (
          <button
            key={mode}
            type="button"
            className="segment"
            disabled={!hasMail}
            aria-pressed={notices?.mode === mode}
            onClick={() => change.mutate({ mode })}
          >
            {names[mode]}
          </button>
        ))}
      </div>
      {hasMail && notices && <p className="text-13 text-ink-3">{hints[notices.mode]}</p>}
      {hasMail && notices && notices.projects.length > 0 && (
        <ul className="notices-projects">
          {notices.projects.map(({ _id, name, mode }) => (
            <li key={_id}>
              <label htmlFor={`notices-${_id}`} className="line-clamp-2" title={name}>
                {name}
              </label>
              <Select
                id={`notices-${_id}`}
                value={mode ?? asAbove}
                onChange={({ target: { value } }) =>
                  change.mutate({ project: _id, mode: noticeModes.find((one) => one === value) ?? null })
                }
              >
                <option value={asAbove}>As above ({names[notices.mode].toLowerCase()})</option>
                {noticeModes.map((one) => (
                  <option key={one} value={one}>
                    {names[one]}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {change.isSuccess && 'Saved'}
      </span>
      <FailureStrip error={failure} otherwise="Could not save. Try again." />
    </section>
  )
}
