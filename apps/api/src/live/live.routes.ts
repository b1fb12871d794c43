import * as liveApi from '@pinmark/shared/api/live'
import { nameSchema } from '@pinmark/shared/entities/primitives'
import { limits } from '@pinmark/shared/limits'
import { lastEventIdHeader, viewerNameHeader } from '@pinmark/shared/paths'
import type { ImageKeys } from '../images/image-keys'
import type { StoredChanges } from '../core/stored-changes'
import type { Config } from '../config'
import { openEventStream } from '../http/send/send'
import { rawRoute, type Route, type Words } from '../http/route'
import { SharedPlaces } from '../base/shared-places'
import { readPosition } from './live-page'
import type { Log } from '../base/log'
import { LiveHub } from './live-hub'
import { followProject } from './live.service'

const viewerNameSchema = nameSchema({
  required: 'commenter_required',
  tooLong: 'commenter_too_long',
  max: limits.commenter.max,
})

export const liveWords = {
  followProject: {
    summary: 'Follow the changes of a project',
    description:
      'Server-sent events; the data of each is JSON. The stream continues after the event in Last-Event-ID. ' +
      'With the query parameter once it ends after the events until now.',
    answer: 'The stream of events.',
    errors: ['project_not_found'],
  },
} satisfies Record<string, Words>

interface LiveDependencies {
  changes: StoredChanges
  imageKeys: ImageKeys
  log: Log
}

export function liveRoutes(
  { limits: { maxLivePagesPerNetwork: ofNetwork, maxLivePages: inAll } }: Config,
  dependencies: LiveDependencies,
): Route[] {
  // The limit of one network is high enough for a workshop behind one address. Each page uses memory while it is open.
  const place = { hub: new LiveHub(dependencies), pages: new SharedPlaces({ ofNetwork, inAll }) }

  return [
    rawRoute(liveApi.followProject, async ({ actor, params, query, headers }, req, res) => {
      const name = readName(headers[viewerNameHeader])
      const since = readPosition(headers[lastEventIdHeader])
      const visit = { actor, projectId: params.projectId, name, since, isOnce: query.once === 'true' }
      await followProject(place, visit, () => openEventStream(req, res))
    }),
  ]
}

/** A name that cannot be shown is dropped, and the events are still sent. */
function readName(header: string | undefined): string | null {
  // Replaces malformed bytes with U+FFFD; `decodeURIComponent` would throw.
  const decoded = new URLSearchParams(`name=${header ?? ''}`).get('name')
  const name = viewerNameSchema.safeParse(decoded)
  return name.success && !name.data.includes('\ufffd') ? name.data : null
}
