import type { Project } from '@pinmark/shared/entities/project'
import { OwnVerdict } from './own-verdict'
import { RoundTally } from './round-tally'
import './rounds.css'

/** Below the list of comments: what the visitor says about the round, and for the owner what all of them say. */
export function RoundFoot({ project }: { project: Project }) {
  return project.isOwner ? <RoundTally project={project} /> : <OwnVerdict project={project} />
}
