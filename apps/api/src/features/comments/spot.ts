import type { QueryFilter } from 'mongoose'
import type { CommentKind } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import { isAtLeast, isTrue } from '../../models/filter-operators'
import type { DesignRecord, ProjectRecord } from '../../models/project'

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

/** A place for a comment. The newest version of the design has to contain the corner. */
export interface Place extends PlaceName {
  corner: Sides
}

/** Default: the first design. */
export interface PlaceName {
  design?: string | undefined
  version?: string | undefined
}

/** A filter that matches when the project has the design, the version is its newest one, and it contains the
 *  corner, edges included. */
export function placeExists({ corner, design, version }: Place): QueryFilter<ProjectRecord> {
  if (design === undefined && version === undefined) {
    return { 'front.width': isAtLeast(corner.width), 'front.height': isAtLeast(corner.height) }
  }
  const newest = { $last: '$$design.versions' }
  const isPlace = {
    $and: [
      { $gte: ['$$newest.width', corner.width] },
      { $gte: ['$$newest.height', corner.height] },
      ...(design === undefined ? [] : [{ $eq: ['$$design.publicId', design] }]),
      ...(version === undefined ? [] : [{ $eq: ['$$newest.publicId', version] }]),
    ],
  }
  const areTheyIt = {
    $map: { input: '$designs', as: 'design', in: { $let: { vars: { newest }, in: isPlace } } },
  }
  return { $expr: isTrue({ $anyElementTrue: [areTheyIt] }) }
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

function settle(px: number): number {
  return Math.round(px * 1e6) / 1e6
}
