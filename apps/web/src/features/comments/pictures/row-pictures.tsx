import type { Comment } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { Thumbnail } from './message-pictures'
import { authorOf } from '../../../lib/format'

/** The pictures of a comment in its row. They can only be opened in the thread. */
export function RowPictures({ comment }: { comment: Comment }) {
  return (
    <div className="pictures" data-small>
      {comment.pictures?.map(({ _id, image }) => (
        <span key={_id} className="picture">
          <Thumbnail imageId={image._id} alt={m.picture_alt({ name: authorOf(comment) })} />
        </span>
      ))}
    </div>
  )
}
