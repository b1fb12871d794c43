import type { Comment } from '@pinmark/shared/entities/comment'
import { Thumbnail } from './message-pictures'

/** The pictures of a comment in its row. They can only be opened in the thread. */
export function RowPictures({ comment: { pictures, commenter } }: { comment: Comment }) {
  return (
    <div className="pictures" data-small>
      {pictures?.map(({ _id, image }) => (
        <span key={_id} className="picture">
          <Thumbnail imageId={image._id} alt={`Picture by ${commenter}`} />
        </span>
      ))}
    </div>
  )
}
