import type { Project } from '@pinmark/shared/entities/project'
import { reply, type AgentReport } from './agent'
import type { Wish } from './sites'

/** A pin from its comment to its judgement. */
export interface Scored {
  text: string
  /** The comment is there once, with its words, and so are one reply and one resolution if it was worked on. */
  isStoredOnce: boolean
  /** Whether the agent was to do it in this push. */
  isWanted: boolean
  /** Whether its element looks different in the browser. */
  isChanged: boolean
  /** What the product said. */
  isJudgedChanged: boolean
  /** The product is right, and the element changed only if that was wanted. */
  isRight: boolean
}

interface Evidence {
  wishes: readonly Wish[]
  wanted: ReadonlySet<string>
  looks: { before: ReadonlyMap<string, string | null>; after: ReadonlyMap<string, string | null> }
  agent: AgentReport
  /** As its owner reads it before they confirm. */
  project: Project
}

export function scoreOf({ wishes, wanted, looks, agent, project }: Evidence): Scored[] {
  return wishes.map(({ on, text }) => {
    const read = agent.read.filter((comment) => comment.text === text)
    const stored = project.comments.filter((comment) => comment.text === text)
    const [comment] = stored
    const isWanted = wanted.has(text)
    const replies = comment?.replies.map((one) => one.text) ?? []
    const isAnswered = replies.length === 1 && replies[0] === reply && comment?.resolved?.via !== undefined
    const isUntouched = replies.length === 0 && comment?.resolved === null
    const isStoredOnce =
      read.length === 1 &&
      stored.length === 1 &&
      (agent.done.includes(comment?.number ?? 0) ? isAnswered : isUntouched)
    const isChanged = looks.before.get(on) !== looks.after.get(on)
    const isJudgedChanged = comment !== undefined && agent.changed.includes(comment.number)
    return {
      ...{ text, isStoredOnce, isWanted, isChanged, isJudgedChanged },
      isRight: isJudgedChanged === isWanted && isChanged === isWanted,
    }
  })
}
