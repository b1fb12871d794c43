import * as designsApi from '@pinmark/shared/api/designs'
import { versionFieldsSchema } from '@pinmark/shared/entities/design'
import { limits } from '@pinmark/shared/limits'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { ImageKeys } from '../images/image-keys'
import type { Config } from '../config'
import { jsonRoute, parse, rawRoute, type Route } from '../http/route'
import { limitsOf } from '../http/limits/rate-limits'
import type { UploadReaders } from '../http/body/upload'
import type { DiskRoom } from '../base/disk-room'
import { startAddingDesigns } from './add-designs.service'
import { checkBuildIsWelcome, removeBuild, storeBuild } from './builds.service'
import { listChangesOf, listDifferencesOf } from './comparisons.service'
import {
  bringDesignBack,
  changeDesign,
  findTextsIn,
  listLinesOf,
  listPagesOf,
  listTrash,
  removeDesign,
} from './designs.service'
import {
  bringVersionBack,
  checkVersionIsWelcome,
  deleteVersion,
  renewVersion,
  uploadVersion,
} from './versions.service'

interface DesignsDependencies extends Pick<UploadReaders, 'readImage' | 'readImages'> {
  room: DiskRoom
  imageKeys: ImageKeys
}

export function designsRoutes(
  config: Config,
  { room, imageKeys, readImage, readImages }: DesignsDependencies,
): Route[] {
  const limit = limitsOf(config)
  const options = { caps: config.limits, room, imageKeys }

  return [
    rawRoute(
      designsApi.addDesigns,
      async ({ actor, params, query, headers }, req, res) => {
        const idempotencyKey = headers[idempotencyKeyHeader]
        const asked = { ...options, pages: query.pages, idempotencyKey }
        const adding = await startAddingDesigns(actor, params.projectId, asked)
        await readImages(req, res, { maxFiles: limits.designsAtOnce, onFile: adding.add })
        res.status(201).json(adding.end())
      },
      limit('change'),
    ),
    jsonRoute(
      designsApi.changeDesign,
      ({ actor, params, body }) => changeDesign(actor, params, body, imageKeys),
      limit('change'),
    ),
    jsonRoute(designsApi.deleteDesign, ({ actor, params }) => removeDesign(actor, params), limit('change')),
    jsonRoute(
      designsApi.restoreDesign,
      ({ actor, params }) => bringDesignBack(actor, params, imageKeys),
      limit('change'),
    ),
    rawRoute(
      designsApi.addVersion,
      async ({ actor, params, query, headers }, req, res) => {
        await checkVersionIsWelcome(actor, params)
        const idempotencyKey = headers[idempotencyKeyHeader]
        const { version, isNew } = await readImage(req, res, ({ name: fileName, fields, ...file }) => {
          const texts = parse(versionFieldsSchema, fields)
          const sent = { ...texts, ...file, fileName, pages: query.pages, idempotencyKey }
          return uploadVersion(actor, params, sent, options)
        })
        res.status(isNew ? 201 : 200).json(version)
      },
      limit('change'),
    ),
    jsonRoute(designsApi.removeVersion, ({ actor, params }) => deleteVersion(actor, params), limit('change')),
    jsonRoute(
      designsApi.renewVersion,
      ({ actor, params }) => renewVersion(actor, params, options),
      limit('change'),
    ),
    jsonRoute(
      designsApi.restoreVersion,
      ({ actor, params }) => bringVersionBack(actor, params, imageKeys),
      limit('change'),
    ),
    jsonRoute(
      designsApi.listChanges,
      ({ actor, params, query }) => listChangesOf(actor, params, query, room),
      limit('reading'),
    ),
    rawRoute(
      designsApi.storeBuild,
      async ({ actor, params, query }, req, res) => {
        await checkBuildIsWelcome(actor, params)
        const version = await readImage(req, res, ({ name: fileName, fields: _, ...file }) =>
          storeBuild(actor, params, { ...file, fileName, pages: query.pages }, options),
        )
        res.json(version)
      },
      limit('change'),
    ),
    jsonRoute(
      designsApi.removeBuild,
      ({ actor, params }) => removeBuild(actor, params, imageKeys),
      limit('change'),
    ),
    jsonRoute(
      designsApi.listDifferences,
      ({ actor, params }) => listDifferencesOf(actor, params, room),
      limit('reading'),
    ),
    jsonRoute(designsApi.listLines, ({ actor, params }) => listLinesOf(actor, params), limit('reading')),
    jsonRoute(
      designsApi.findTexts,
      ({ actor, params, query }) => findTextsIn(actor, params.projectId, query.search),
      limit('reading'),
    ),
    rawRoute(designsApi.listPages, async ({ actor }, req, res) => {
      res.json(await readImage(req, res, ({ bytes }) => listPagesOf(actor, bytes)))
    }),
    jsonRoute(designsApi.listTrash, ({ actor, params }) => listTrash(actor, params.projectId, imageKeys)),
  ]
}
