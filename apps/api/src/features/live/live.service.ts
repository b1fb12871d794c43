import * as liveApi from '@pinmark/shared/api/live'
import type { Actor } from '../../access/actor'
import { mayBearName } from '../../access/guest-name'
import { isLoginAlive } from '../../access/find-actor-user'
import { permit } from '../../access/permit'
import { requireProject } from '../../access/require-project'
import { isOwner } from '../../access/rights'
import { ThreadModel } from '../../models/comment'
import { findProject } from '../../models/permitted-project'
import type { ProjectRecord } from '../../models/project'
import { visitorKey } from '../../models/visitor-key'
import { newestPosition, type Position } from '../../platform/change-stream'
import { newPublicId } from '../../base/public-id'
import type { LiveHub } from './live-hub'
import { toEventText, type LivePage } from './live-page'
import type { PageCount } from './page-count'

/** A stream ends after this time and the page opens it again, so that ended logins are noticed and connections are
 *  spread over processes. */
const stayMs = 10 * 60_000
const spreadMs = 60_000

export interface LivePlace {
  hub: LiveHub
  pageCount: PageCount
}

interface Stream {
  send: (event: string | Buffer) => void
  end: () => void
  onClose: (listener: () => void) => void
}

interface Visit {
  actor: Actor
  projectId: string
  /** The visitor's name according to the browser. */
  name: string | null
  position: Position | null
  /** The stream ends after the missed events, and the others do not see the visitor. */
  isOnce: boolean
}

/** Opens the event stream of a project, unless the visitor has left. Refuses before the stream is opened, and begins it
 *  without a gap: the page is registered before the final check of the permission.
 *  @throws AppError project_not_found, too_many_requests */
export async function followProject(
  { hub, pageCount }: LivePlace,
  visit: Visit,
  openStream: () => Stream | null,
): Promise<void> {
  const { actor, projectId, position } = visit
  pageCount.checkRoom(actor.network)
  await hub.open()
  const { action } = liveApi.followProject
  const openedAfter = newestPosition()
  const project = await requireProject(actor, projectId, action)
  // Other pages of the network may have opened meanwhile.
  pageCount.checkRoom(actor.network)

  const stream = openStream()
  if (!stream) return
  const page = pageOf(visit, project, stream)
  if (visit.isOnce) {
    await hub.catchUpOnce(page, project, { lookedAfter: openedAfter, position })
    return page.end()
  }
  hub.enter(page, project)
  pageCount.add(actor.network, page)
  const { endsAt } = actor.user?.apiToken ?? { endsAt: null }
  // A timer can wait no longer than 24 days, and no page stays that long.
  const tokenEnd =
    endsAt && setTimeout(page.end, Math.min(endsAt.getTime() - Date.now(), 2 ** 31 - 1)).unref()
  stream.onClose(() => {
    if (tokenEnd) clearTimeout(tokenEnd)
    hub.leave(page, project)
    pageCount.remove(actor.network, page)
  })
  hub.nameVisitor(page, project, await nameWrittenUnder(actor, project))

  // The page receives events only from now on. A second read finds what happened since the first one.
  const lookedAfter = newestPosition()
  const [stillVisible, isLoggedIn] = await Promise.all([
    findProject(permit(actor, projectId, action)),
    isLoginAlive(actor),
  ])
  if (!isLoggedIn) return page.end()
  if (stillVisible) return hub.catchUp(page, stillVisible, { lookedAfter, position })
  page.send(toEventText({ type: 'project.closed' }, null))
  page.end()
}

function pageOf({ actor, projectId, name }: Visit, project: ProjectRecord, { send, end }: Stream): LivePage {
  const isOwners = isOwner(actor, project)
  return {
    actor,
    projectId,
    // Each page of a browser without a secret counts as a visitor of its own.
    visitor: visitorKey(actor) ?? `page:${newPublicId()}`,
    name: isOwners ? project.ownerName : guestName(actor, name, project),
    isOwner: isOwners,
    endsAt: new Date(Date.now() + stayMs + Math.random() * spreadMs),
    send,
    end,
  }
}

/** The name of a guest. It must not look like the designer's. An account has no name until it has written a
 *  comment here. */
function guestName(actor: Actor, name: string | null, project: ProjectRecord): string | null {
  return actor.user === null && name !== null && mayBearName(name, project) ? name : null
}

/** The name under which an account wrote here last; null for the owner and for guests without an account. */
async function nameWrittenUnder(actor: Actor, project: ProjectRecord): Promise<string | null> {
  if (actor.user === null || isOwner(actor, project)) return null
  const last = await ThreadModel.findOne(
    { project: project._id, 'author.user': actor.user.id, deletedAt: null },
    { commenter: 1 },
  )
    .sort({ _id: -1 })
    .lean()
  return last?.commenter ?? null
}
