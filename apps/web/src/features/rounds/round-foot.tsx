import type { Project } from '@pinmark/shared/entities/project'
import { OwnVerdict } from './own-verdict'
import { RoundTally } from './round-tally'
import './rounds.css'

/** Below the list of comments: the visitor's verdict on the round, or for the owner the verdicts of all. */
export function RoundFoot({ project }: { project: Project }) {
  return project.isOwner ? <RoundTally project={project} /> : <OwnVerdict project={project} />
}

/** A note above the design: the round is closed, and reviewers can only view and read. It shows the owner's
 *  message. */
export function ClosedRound({ round: { number, message } }: Pick<Project, 'round'>) {
  return (
    <p role="status" className="closed-round">
      <strong className="font-semibold text-ink">{`Round ${number} is closed.`}</strong>
      {message !== '' && (
        <q dir="auto" className="whitespace-pre-line text-ink wrap-anywhere">
          {message}
        </q>
      )}
      <span>{`You can look and read. The next version opens round ${number + 1}.`}</span>
    </p>
  )
}
