import { Router } from 'express'
import { nameSchema } from '@pinmark/shared/entities/primitives'
import { projectParamsSchema } from '@pinmark/shared/entities/requests'
import { limits } from '@pinmark/shared/limits'
import { apiRoutes, lastEventIdHeader, viewerNameHeader } from '@pinmark/shared/paths'
import type { ImageKeys } from '../../access/image-keys'
import type { StoredChanges } from '../../access/stored-changes'
import type { Config } from '../../config'
import { openEventStream } from '../../http/event-stream'
import { parse } from '../../http/parse'
import type { Log } from '../../platform/log'
import { LiveHub } from './live-hub'
import { followProject } from './live.service'
import { PageCount } from './page-count'

const viewerNameSchema = nameSchema({
  required: 'commenter_required',
  tooLong: 'commenter_too_long',
  max: limits.commenter.max,
})

interface LiveDependencies {
  changes: StoredChanges
  imageKeys: ImageKeys
  log: Log
}

export function liveRoutes(
  { limits: { maxLivePagesPerNetwork } }: Config,
  dependencies: LiveDependencies,
): Router {
  const place = { hub: new LiveHub(dependencies), pageCount: new PageCount(maxLivePagesPerNetwork) }
  const router = Router()

  router.get(apiRoutes.projectEvents, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const name = readName(req.get(viewerNameHeader))
    const position = readPosition(req.get(lastEventIdHeader))
    await followProject(place, { actor: req.actor, projectId, name, position }, () =>
      openEventStream(req, res),
    )
  })

  return router
}

/** A name that cannot be shown is no reason to refuse the events. */
function readName(header: string | undefined): string | null {
  // Forgiving where decodeURIComponent throws.
  const decoded = new URLSearchParams(`name=${header ?? ''}`).get('name')
  const name = viewerNameSchema.safeParse(decoded)
  return name.success && !name.data.includes('\ufffd') ? name.data : null
}

function readPosition(header: string | undefined): string | null {
  return header !== undefined && /^[0-9a-f]{16}$/.test(header) ? header : null
}
