import * as z from 'zod/mini'
import { commentSchema } from './entities/comment'
import { publicIdSchema } from './entities/primitives'
import { projectSchema, visitSchema } from './entities/project'
import { roundSchema } from './entities/round'

/** Another visitor who has the project open. */
export const viewerSchema = z.object({
  /** Null until they have entered one. */
  name: z.nullable(z.string()),
  /** Whether they are the owner or a member. */
  isOwner: z.boolean(),
})
export type Viewer = z.infer<typeof viewerSchema>

/** The project without its comments and picture bytes. */
export const projectStateSchema = z.omit(projectSchema, {
  image: true,
  comments: true,
  commentsNext: true,
  replyMail: true,
  visit: true,
  position: true,
})
export type ProjectState = z.infer<typeof projectStateSchema>

/** An event as its receiver may see it: `mine` and `can` are the receiver's own. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('comment.added'), comment: commentSchema }),
  /** The thread was edited, moved, resolved or reopened, or a reply changed. The event contains the whole
   *  thread. */
  z.object({ type: z.literal('comment.changed'), comment: commentSchema }),
  z.object({ type: z.literal('comment.removed'), commentId: publicIdSchema }),
  /** A verdict was given, changed or withdrawn. */
  z.object({ type: z.literal('round.changed'), round: roundSchema }),
  z.object({ type: z.literal('project.changed'), project: projectStateSchema }),
  /** The receiver has read something, here or elsewhere. */
  z.object({ type: z.literal('visit.changed'), visit: visitSchema }),
  /** The project was deleted or closed, or its link was replaced. The stream ends here. */
  z.object({ type: z.literal('project.closed') }),
  /** The other visitors: their number, and the first of them. */
  z.object({ type: z.literal('presence'), count: z.number(), viewers: z.array(viewerSchema) }),
  /** Events were missed and cannot be sent again. The page has to reload the project. */
  z.object({ type: z.literal('reload') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
