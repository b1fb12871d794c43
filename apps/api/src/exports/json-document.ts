import { shownName, type Message } from '@pinmark/shared/entities/comment'
import { exportFormatVersion } from '@pinmark/shared/entities/export'
import { pointsOf } from '@pinmark/shared/strokes'
import { commentsAsJson, stateOf, type ExportSource, type QuotedComment } from './exported'

/** Everything that was chosen, for scripts. docs/export.md describes the format. */
export function documentPieces(source: ExportSource): AsyncGenerator<string> {
  const { project, designs, verdicts, total, link, pictureOf } = source
  const { number, openedAt, closedAt, message } = project.round
  const head = {
    format: 'pinmark-export',
    version: exportFormatVersion,
    exportedAt: new Date(),
    project: { name: project.name, description: project.description, designer: project.ownerName, link },
    round: { number, openedAt, closedAt, message },
    // Reviewers do not see the verdicts of others.
    ...(verdicts && {
      verdicts: verdicts.map(({ name, verdict, note, at }) => ({ name, verdict, note, at })),
    }),
    designs: designs.map(({ _id, title, versions }) => ({
      id: _id,
      title,
      versions: versions.map((version) => ({
        number: version.number,
        note: version.note,
        round: version.round,
        width: version.image.width,
        height: version.image.height,
        createdAt: version.createdAt,
        picture: pictureOf(version),
      })),
    })),
    commentCount: total,
  }
  return commentsAsJson(head, 'comments', source, (thread) => commentOf(thread, source))
}

function commentOf(
  { comment, design, version, spot, quote, selector }: QuotedComment,
  { linkTo, pictureOf }: Pick<ExportSource, 'linkTo' | 'pictureOf'>,
) {
  const { number, kind, resolved, replies } = comment
  const { point, region, strokes, carried } = spot
  return {
    ...messageOf(comment, pictureOf),
    number,
    kind,
    status: stateOf(comment),
    resolved,
    design: design._id,
    version: version.number,
    // In pixels of the picture of that version, from its top left corner.
    place: point && { x: point.x, y: point.y, ...region },
    ...(point &&
      strokes && { strokes: strokes.map((one) => pointsOf(one, point).map(({ x, y }) => [x, y])) }),
    ...(carried && { madeOnVersion: carried.from, placeState: carried.state }),
    // The words of the design at that place.
    ...(quote !== '' && { quote }),
    // Of the captured element with the first of these words.
    ...(selector !== undefined && { selector }),
    link: linkTo(comment),
    replies: replies.map((reply) => messageOf(reply, pictureOf)),
  }
}

function messageOf(message: Message, pictureOf: ExportSource['pictureOf']) {
  const { _id, byOwner, via, text, createdAt, editedAt, deletedAt, agrees, pictures = [] } = message
  return {
    ...{ id: _id, name: shownName(message), byDesigner: byOwner, text, agreedBy: agrees?.names ?? [] },
    ...(via !== undefined && { via }),
    pictures: pictures.map((picture) => {
      const { name, image } = picture
      return { name, width: image.width, height: image.height, picture: pictureOf(picture) }
    }),
    ...{ createdAt, editedAt, deletedAt },
  }
}
