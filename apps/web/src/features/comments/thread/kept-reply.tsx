import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import type { Closable } from '../../../lib/closed-link'
import { keptWords } from '../kept-note'
import { useReplyDrafts } from '../../review/drafts/draft-store'
import { KeptText } from './kept-text'

/** Shown instead of the reply form to a visitor who may not comment: the reply that they were writing, or why comments have
 *  ended for now. On a phone, the thread covers the page that says so. The note of a closed link is above everything. */
export function KeptReply({ project, thread }: { project: Project & Closable; thread: Comment }) {
  const { written } = useReplyDrafts(project.permanentId, thread)
  if (!written) {
    const isSaid = project.can.manage || project.goneBy
    const words = isSaid ? null : keptWords(project, '')
    return words && <p className="flex-none border-t border-line px-4 py-3 text-13 text-ink-2">{words}</p>
  }
  return (
    <div className="grid flex-none gap-2 border-t border-line p-3">
      <KeptText
        label="Your reply, not sent"
        name={`reply-${thread._id}`}
        text={written.text}
        // The page shows above why an old version takes no reply.
        words={keptWords(project, written.text) ?? 'Not sent. Your text is kept.'}
      />
    </div>
  )
}
