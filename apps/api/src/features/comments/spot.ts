import type { QueryFilter } from 'mongoose'
import type { CommentKind } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import { hasElement, isAtLeast } from '../../models/filter-operators'
import type { ProjectRecord } from '../../models/project'

/** Where a comment sits, in pixels of the image at its natural size; 0, 0 for one on the whole design. */
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

/** @throws AppError position_outside for what lies outside every image */
export function spotOf({ kind = 'pin', ...at }: SpotInput): Spot {
  if (kind === 'design') return { x: 0, y: 0, w: null, h: null }
  const { x, y } = { x: at.x ?? 0, y: at.y ?? 0 }
  if (x < 0 || y < 0) throw new AppError('position_outside')
  return kind === 'region' ? { x, y, w: at.w ?? null, h: at.h ?? null } : { x, y, w: null, h: null }
}

/** A version that has to reach as far as a corner; no version means the newest of the first design. */
export interface Place {
  corner: Sides
  version: string | undefined
}

/** The project holds the version, and it reaches to the corner, edges included. */
export function placeExists({ corner, version }: Place): QueryFilter<ProjectRecord> {
  const sides = { width: isAtLeast(corner.width), height: isAtLeast(corner.height) }
  if (version === undefined) return { 'front.width': sides.width, 'front.height': sides.height }
  return { designs: hasElement({ versions: { $elemMatch: { publicId: version, ...sides } } }) }
}

export function reaches({ width, height }: Sides, corner: Sides): boolean {
  return corner.width <= width && corner.height <= height
}

/** Design, version and sides that a version's id names; those of the project's picture when it names none. */
export function findVersion(project: ProjectRecord, version: string = project.front.version) {
  for (const design of project.designs) {
    const found = design.versions.find(({ publicId }) => publicId === version)
    if (found) return { design: design.publicId, version, width: found.width, height: found.height }
  }
  return null
}

/** How far a spot reaches. The sum of two fractions can end a hair beyond the edge both lie on. */
export function farCorner({ x, y, w, h }: Spot): Sides {
  return { width: settle(x + (w ?? 0)), height: settle(y + (h ?? 0)) }
}

function settle(px: number): number {
  return Math.round(px * 1e6) / 1e6
}
