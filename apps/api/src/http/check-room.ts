import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { apiRoutes } from '@pinmark/shared/paths'
import { hasRoom, type DiskRoom } from '../platform/disk-room'

/** Writes that a full disk must not stop: they end, hide or bring back what is there, or are the way to such a call. A
 *  visit is recorded without a request of the user, so it is skipped instead of refused: see visits.routes.ts. */
const alwaysOpen: ReadonlySet<string> = new Set([
  apiRoutes.login,
  apiRoutes.logout,
  apiRoutes.logoutEverywhere,
  apiRoutes.password,
  apiRoutes.accountDeletion,
  apiRoutes.projectSettings,
  apiRoutes.projectLink,
  apiRoutes.projectRestore,
  apiRoutes.projectVisit,
])

const growingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses what grows while the disk is nearly full, before anything of it is read. A database without any room ends
 *  itself, and then nothing can be read or deleted either. Every write counts unless it is named above, so that a new
 *  address cannot be forgotten.
 *  @throws AppError no_room_left */
export function checkRoom(room: DiskRoom): RequestHandler {
  return (req, _res, next) => {
    if (grows(req.method, req.routePattern) && !hasRoom(room)) throw new AppError('no_room_left')
    next()
  }
}

/** Whether a call can make the database larger. */
export function grows(method: string, route: string | null): boolean {
  return route !== null && growingMethods.has(method) && !alwaysOpen.has(route)
}
