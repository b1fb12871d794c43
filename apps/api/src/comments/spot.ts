import type { CommentKind, Stroke } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import type { Cut } from '../images/renditions/cut-spots'
import type { DesignRecord, ProjectRecord } from '../projects/project.record'
import type { ThreadRecord } from './comment.record'

/** The place of a comment, in pixels of the image at its natural size; 0, 0 for a comment on the whole
 *  design. */
export interface Spot {
  x: number
  y: number
  w: number | null
  h: number | null
}

/** In pixels of the image. */
export interface Sides {
  width: number
  height: number
}

type SpotInput = { kind?: CommentKind | undefined } & { [side in keyof Spot]?: number | null | undefined }

/** @throws AppError position_outside for a spot outside of every image */
export function spotOf({ kind = 'pin', ...at }: SpotInput): Spot {
  if (kind === 'design') return { x: 0, y: 0, w: null, h: null }
  const { x, y } = { x: at.x ?? 0, y: at.y ?? 0 }
  if (x < 0 || y < 0) throw new AppError('position_outside')
  return kind === 'region' ? { x, y, w: at.w ?? null, h: at.h ?? null } : { x, y, w: null, h: null }
}

/** Default: the first design. */
interface PlaceName {
  design?: string | undefined
  version?: string | undefined
}

export function reaches({ width, height }: Sides, corner: Sides): boolean {
  return corner.width <= width && corner.height <= height
}

/** The newest version of the requested design, with its sides.
 *  @throws AppError design_not_found, old_version */
export function newestPlace({ designs }: ProjectRecord, { design: designId, version }: PlaceName) {
  const holds = ({ publicId, versions }: DesignRecord) =>
    (designId === undefined || publicId === designId) &&
    (version === undefined || versions.some((one) => one.publicId === version))
  const design = designs.find(holds)
  const newest = design?.versions.at(-1)
  if (!design || !newest) throw new AppError('design_not_found')
  if (version !== undefined && newest.publicId !== version) throw new AppError('old_version')
  return { design: design.publicId, version: newest.publicId, width: newest.width, height: newest.height }
}

/** The far corner of a spot. The sum of two fractions can end slightly beyond the edge, so it is rounded. */
export function farCorner({ x, y, w, h }: Spot): Sides {
  return { width: settle(x + (w ?? 0)), height: settle(y + (h ?? 0)) }
}

/** What a picture of the spot of a comment shows, on the version that it was made on. */
export function cutOf({ kind, x, y, w, h, strokes }: ThreadRecord): Cut {
  return kind === 'design' ? 'whole' : { x, y, strokes, ...(w !== null && h !== null && { w, h }) }
}

/** The strokes of a comment, as they are stored: undefined without any.
 *  @throws AppError stroke_outside, and strokes_not_valid for those of a comment on the whole design */
export function strokesOn(
  strokes: readonly Stroke[] = [],
  { kind, x, y }: { kind: CommentKind; x: number; y: number },
  { width, height }: Sides,
): Stroke[] | undefined {
  if (strokes.length === 0) return undefined
  if (kind === 'design') throw new AppError('strokes_not_valid')
  const isInside = (px: number, at: number) => {
    const [from, side] = at % 2 === 0 ? [x, width] : [y, height]
    return settle(from + px) >= 0 && settle(from + px) <= side
  }
  if (!strokes.every((stroke) => stroke.every(isInside))) throw new AppError('stroke_outside')
  return [...strokes]
}

function settle(px: number): number {
  return Math.round(px * 1e6) / 1e6
}
