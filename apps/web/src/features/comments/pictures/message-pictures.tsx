import { imagePath } from '@pinmark/shared/image-path'
import type { Message, Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useState } from 'react'
import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import './pictures.css'
import { authorOf } from '../../../lib/format'

const Lightbox = lazyComponent(async () => (await import('./lightbox')).Lightbox)

interface MessagePicturesProps {
  project: Project
  message: Message
  /** Number of the comment, or of the comment that the reply belongs to. */
  number: number
}

/** The pictures of a message; each opens in the lightbox. */
export function MessagePictures({ project, message, number }: MessagePicturesProps) {
  const { pictures = [] } = message
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      <div className="pictures">
        {pictures.map(({ _id, image }, index) => (
          <button
            key={_id}
            type="button"
            className="picture"
            aria-label={
              index === 0
                ? m.picture_open({ name: authorOf(message) })
                : m.picture_open_numbered({ number: index + 1, name: authorOf(message) })
            }
            onPointerEnter={() => void Lightbox.preload().catch(() => undefined)}
            onClick={() => setAt(index)}
          >
            <Thumbnail imageId={image._id} />
          </button>
        ))}
      </div>
      {at !== null && (
        <LazyBoundary>
          <Lightbox
            project={project}
            message={message}
            number={number}
            at={at}
            onStep={setAt}
            onClose={() => setAt(null)}
          />
        </LazyBoundary>
      )}
    </>
  )
}

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

/** @param alt missing if a surrounding element names the picture */
export function Thumbnail({ imageId, alt = '' }: { imageId: string; alt?: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <span className="picture-broken">{m.picture_not_loaded()}</span>
  const src = imagePath(imageId, 'thumbnail')
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
    />
  )
}
