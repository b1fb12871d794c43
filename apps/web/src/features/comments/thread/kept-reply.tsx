import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { TextArea } from '../../../ui/text-area'
import { isRoundClosed, RoundClosedNote } from '../drafts/round-closed-note'
import { useReplyDrafts } from '../drafts/use-reply-drafts'

/** Shown instead of the reply form: a reply that was being typed when the round was closed. */
export function KeptReply({ project, thread }: { project: Project; thread: Comment }) {
  const { written } = useReplyDrafts(project.permanentId, thread)
  if (!written || !isRoundClosed(project)) return null
  return (
    <div className="grid flex-none gap-2 border-t border-line p-3">
      <TextArea
        rows={1}
        maxRows={6}
        className="resize-none"
        aria-label="Your reply, not sent"
        value={written.text}
        readOnly
      />
      <RoundClosedNote project={project} text={written.text} />
    </div>
  )
}
