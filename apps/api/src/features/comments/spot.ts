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

interface Sides {
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

/** The project holds the version, and the spot lies on it, edges included. A missing version means the newest of
 *  the first design. */
export function spotIsOn(spot: Spot, version: string | undefined): QueryFilter<ProjectRecord> {
  const { width, height } = farCorner(spot)
  const reaches = { width: isAtLeast(width), height: isAtLeast(height) }
  if (version === undefined) return { 'front.width': reaches.width, 'front.height': reaches.height }
  return { designs: hasElement({ versions: { $elemMatch: { publicId: version, ...reaches } } }) }
}

export function isSpotOn(spot: Spot, { width, height }: Sides): boolean {
  const corner = farCorner(spot)
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

/** The sum of two fractions can end a hair beyond the edge both lie on. */
function farCorner({ x, y, w, h }: Spot): Sides {
  return { width: settle(x + (w ?? 0)), height: settle(y + (h ?? 0)) }
}

function settle(px: number): number {
  return Math.round(px * 1e6) / 1e6
}
