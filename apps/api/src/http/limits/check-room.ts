import type { RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import * as designsApi from '@pinmark/shared/api/designs'
import * as liveApi from '@pinmark/shared/api/live'
import * as mcpApi from '@pinmark/shared/api/mcp'
import * as noticesApi from '@pinmark/shared/api/notices'
import * as projectsApi from '@pinmark/shared/api/projects'
import * as sessionApi from '@pinmark/shared/api/session'
import * as sharingApi from '@pinmark/shared/api/sharing'
import * as signOnApi from '@pinmark/shared/api/sign-on'
import * as usersApi from '@pinmark/shared/api/users'
import { hasRoom, type DiskRoom } from '../../base/disk-room'

/** Writes that a full disk must not stop. They end, hide or restore existing data, or lead to reading or to such a call. A
 *  visit is recorded without a request of the user, so it is skipped instead of refused: see
 *  visits.routes.ts. */
const alwaysOpen: ReadonlySet<Endpoint> = new Set<Endpoint>([
  usersApi.logIn,
  signOnApi.beginSignOn,
  signOnApi.completeSignOn,
  sessionApi.logOut,
  usersApi.logOutEverywhere,
  usersApi.changePassword,
  usersApi.resetPassword,
  usersApi.deleteAccount,
  sharingApi.changeSettings,
  sharingApi.makeNewLink,
  sharingApi.unlockLink,
  projectsApi.restoreProject,
  designsApi.restoreDesign,
  designsApi.restoreVersion,
  noticesApi.stopMails,
  liveApi.recordVisit,
  // Its tools are checked one by one.
  mcpApi.callTools,
])

const growingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses calls that store something while the disk is nearly full, before their body is read. Without free
 *  space the database stops, and then reads and deletions fail too. Every write counts unless it is listed
 *  above, so a new endpoint cannot be forgotten.
 *  @throws AppError no_room_left */
export function checkRoom(room: DiskRoom): RequestHandler {
  return (req, _res, next) => {
    if (req.endpoint && canGrowDatabase(req.endpoint) && !hasRoom(room)) throw new AppError('no_room_left')
    next()
  }
}

/** Whether a call can make the database larger. */
export function canGrowDatabase(endpoint: Endpoint): boolean {
  return growingMethods.has(endpoint.method) && !alwaysOpen.has(endpoint)
}
