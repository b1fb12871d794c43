import type { Project } from '@pinmark/shared/entities/project'
import { OwnVerdict } from './own-verdict'
import { RoundTally } from './round-tally'
import './rounds.css'

/** Below the list of comments: the visitor's verdict on the round, or for the owner the verdicts of all. */
export function RoundFoot({ project }: { project: Project }) {
  return project.isOwner ? <RoundTally project={project} /> : <OwnVerdict project={project} />
}
