import { imagePath } from '@pinmark/shared/image-path'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import { m } from '@pinmark/words/messages'
import { formatDate, formatDateTime } from '../../lib/clock'
import { Pin } from '../../ui/signs'
import type { MessageDetails, Block } from './report-content'
import { inSpan, Name, rich, spokenOnly } from '../../ui/rich'
import { authorOf, personName, formatFacts } from '../../lib/format'

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
          {rich(
            ({ name }) => m.comment_by({ number: comment.number, name }),
            {
              name: <Name>{authorOf(comment)}</Name>,
            },
            spokenOnly,
          )}
        </h3>
        <p className="report-time">{m.comment_time({ date: formatDateTime(comment.createdAt) })}</p>
        {factsOf(thread).map((fact) => (
          <p key={fact} className="report-fact">
            {fact}
          </p>
        ))}
        <Words text={comment.deletedAt ? m.report_comment_deleted() : block.text} />
      </div>
    )
  }
  if (block.message) {
    const isReply = block.kind === 'replyBeside'
    return (
      <div className={isReply ? 'report-block report-reply' : 'report-block'}>
        {isContinued && chip}
        {isContinued && <p className="report-time">{m.report_continued()}</p>}
        <PicturesAndAgreement message={block.message} ownName={ownName} />
      </div>
    )
  }
  return (
    <div className={reply || block.kind === 'replyMore' ? 'report-block report-reply' : 'report-block'}>
      {isContinued && chip}
      {isContinued && <p className="report-time">{m.report_continued()}</p>}
      {reply ? (
        <p dir="auto" className="report-words">
          <b>
            {rich(
              reply.byOwner ? m.report_reply_by_designer : m.report_reply_by,
              {
                name: <Name>{authorOf(reply)}</Name>,
              },
              inSpan,
            )}
          </b>{' '}
          <span>{reply.deletedAt ? m.report_reply_deleted() : block.text}</span>
        </p>
      ) : (
        <Words text={block.text} />
      )}
    </div>
  )
}

function PicturesAndAgreement({ message, ownName }: { message: MessageDetails; ownName: string }) {
  const { pictures, agrees } = message
  const names = agrees
    ? [...(agrees.mine ? [ownName || m.report_you()] : []), ...agrees.names.map(personName)]
    : []
  return (
    <>
      {pictures && (
        <div className="report-pictures">
          {pictures.map(({ _id, image }) => (
            <img
              key={_id}
              src={imagePath(image._id, 'view')}
              alt={m.picture_by({ author: authorOf(message) })}
              style={{ aspectRatio: `${image.width} / ${image.height}` }}
            />
          ))}
        </div>
      )}
      {names.length > 0 && <p className="report-fact">{m.report_agreed({ names: formatFacts(names) })}</p>}
    </>
  )
}

export function Words({ text }: { text: string }) {
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
    comment.resolved &&
      m.thread_resolved_by({ name: personName(comment.resolved.by), date: formatDate(comment.resolved.at) }),
    point === null && m.report_whole(),
    carried && carriedWords(carried),
  ].filter((fact) => typeof fact === 'string')
}

function carriedWords({ from, state }: { from: number; state: string }): string {
  if (state === 'check') return m.report_from_version_to_check({ number: from })
  return state === 'gone'
    ? m.report_from_version_gone({ number: from })
    : m.report_from_version({ number: from })
}
