import { useIsOnline } from '../../../lib/use-is-online'
import { Avatar } from '../../../ui/avatar'
import type { Draft } from '../drafts/draft'
import { picturesWords } from '../drafts/fields-of'
import { CommentText } from '../list/comment-text'

/** A reply that is sent automatically when the network is back. */
export function WaitingMessage({ draft }: { draft: Draft }) {
  const { commenter, text, pictures } = draft
  const isOnline = useIsOnline()
  return (
    <article aria-label={`Message by ${commenter}`} className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2.5">
      <Avatar name={commenter} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5 py-1">
          <bdi dir="auto" className="font-semibold wrap-anywhere">
            {commenter}
          </bdi>
          <span className="text-12 text-ink-3">{isOnline ? 'Sending...' : 'Waits for a connection'}</span>
        </p>
        <p dir="auto" className="text-15 whitespace-pre-wrap wrap-anywhere">
          <CommentText text={text} />
        </p>
        {pictures.length > 0 && <p className="text-12 text-ink-3">{picturesWords(draft)}</p>}
      </div>
    </article>
  )
}
