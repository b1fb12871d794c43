import { shownName } from '@pinmark/shared/entities/comment'
import { imagePath } from '@pinmark/shared/image-path'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import { formatDate, formatDateTime } from '../../lib/clock'
import { Pin } from '../../ui/signs'
import type { MessageDetails, Block } from './report-content'

interface ReportBlockProps {
  readonly thread: PlacedComment
  readonly block: Block
  /** The comment started on the previous sheet. */
  readonly isContinued?: boolean
  /** Name of the person who prints, who may agree too. */
  readonly ownName: string
}

/** A part of a comment on paper. */
export function ReportBlock({ thread, block, isContinued = false, ownName }: ReportBlockProps) {
  const { comment } = thread
  const { reply } = block
  const chip = <Pin size="chip" number={comment.number} look={comment.resolved ? 'resolved' : 'open'} />
  if (block.kind === 'head') {
    return (
      <div className="report-block" data-resolved={comment.resolved ? true : undefined}>
        {chip}
        <h3 className="report-name">
          <span className="sr-only">{`Comment ${comment.number} by `}</span>
          <bdi translate="no" dir="auto">
            {shownName(comment)}
          </bdi>
        </h3>
        <p className="report-time">{`Commented at ${formatDateTime(comment.createdAt)}`}</p>
        {factsOf(thread).map((fact) => (
          <p key={fact} className="report-fact">
            {fact}
          </p>
        ))}
        <Words text={comment.deletedAt ? 'This comment was deleted.' : block.text} />
      </div>
    )
  }
  if (block.message) {
    const isReply = block.kind === 'replyBeside'
    return (
      <div className={isReply ? 'report-block report-reply' : 'report-block'}>
        {isContinued && chip}
        {isContinued && <p className="report-time">Continued from the page before</p>}
        <PicturesAndAgreement message={block.message} ownName={ownName} />
      </div>
    )
  }
  return (
    <div className={reply || block.kind === 'replyMore' ? 'report-block report-reply' : 'report-block'}>
      {isContinued && chip}
      {isContinued && <p className="report-time">Continued from the page before</p>}
      {reply ? (
        <p dir="auto" className="report-words">
          <b>
            <bdi translate="no" dir="auto">
              {shownName(reply)}
            </bdi>
            <span>{`${reply.byOwner ? ', designer' : ''}:`}</span>
          </b>{' '}
          <span>{reply.deletedAt ? 'This reply was deleted.' : block.text}</span>
        </p>
      ) : (
        <Words text={block.text} />
      )}
    </div>
  )
}

function PicturesAndAgreement({ message, ownName }: { message: MessageDetails; ownName: string }) {
  const { pictures, agrees } = message
  const names = agrees ? [...(agrees.mine ? [ownName || 'you'] : []), ...agrees.names] : []
  return (
    <>
      {pictures && (
        <div className="report-pictures">
          {pictures.map(({ _id, image }) => (
            <img
              key={_id}
              src={imagePath(image._id, 'view')}
              alt={`By ${shownName(message)}`}
              style={{ aspectRatio: `${image.width} / ${image.height}` }}
            />
          ))}
        </div>
      )}
      {names.length > 0 && <p className="report-fact">{`Agreed by ${names.join(', ')}`}</p>}
    </>
  )
}

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="report-words">
      {text}
    </p>
  )
}

/** In words, what the look of the pin says on the screen. */
function factsOf({ comment, spot }: PlacedComment): string[] {
  const { carried, point } = spot
  return [
    comment.resolved && `Resolved by ${comment.resolved.by}, ${formatDate(comment.resolved.at)}`,
    point === null && 'On the whole design',
    carried && `From version ${carried.from}${carriedWords[carried.state] ?? ''}`,
  ].filter((fact) => typeof fact === 'string')
}

const carriedWords: Partial<Record<string, string>> = { check: ', to check', gone: ', spot gone' }
