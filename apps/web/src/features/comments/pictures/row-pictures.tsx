import { shownName, type Comment } from '@pinmark/shared/entities/comment'
import { Thumbnail } from './message-pictures'

/** The pictures of a comment in its row. They can only be opened in the thread. */
export function RowPictures({ comment }: { comment: Comment }) {
  return (
    <div className="pictures" data-small>
      {comment.pictures?.map(({ _id, image }) => (
        <span key={_id} className="picture">
          <Thumbnail imageId={image._id} alt={`Picture by ${shownName(comment)}`} />
        </span>
      ))}
    </div>
  )
}
