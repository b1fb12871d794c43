import type { Request, Response } from 'express'
import * as designsApi from '@pinmark/shared/api/designs'
import { versionFieldsSchema } from '@pinmark/shared/entities/design'
import { limits } from '@pinmark/shared/limits'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { ImageKeys } from '../../access/image-keys'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { limitsOf } from '../../http/limits/rate-limits'
import { jsonRoute, rawRoute, type Route } from '../../http/route'
import { onlyFile } from '../../http/body/image-form'
import type { ImagesReader } from '../../http/body/upload'
import type { DiskRoom } from '../../platform/disk-room'
import { startAddingDesigns } from './add-designs.service'
import { listChangesOf } from './changes.service'
import { bringDesignBack, changeDesign, listTrash, removeDesign } from './designs.service'
import { listPagesOf } from './pages.service'
import { bringVersionBack, checkVersionIsWelcome, deleteVersion, uploadVersion } from './versions.service'

interface DesignsDependencies {
  room: DiskRoom
  imageKeys: ImageKeys
  readImages: ImagesReader
}

export function designsRoutes(config: Config, { room, imageKeys, readImages }: DesignsDependencies): Route[] {
  const limit = limitsOf(config)
  const options = { caps: config.limits, room, imageKeys }
  const readImage = (req: Request, res: Response) => onlyFile((files) => readImages(req, res, files))

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
        const { bytes: image, name: fileName, fields } = await readImage(req, res)
        const idempotencyKey = headers[idempotencyKeyHeader]
        const sent = {
          ...parse(versionFieldsSchema, fields),
          image,
          fileName,
          pages: query.pages,
          idempotencyKey,
        }
        const { version, isNew } = await uploadVersion(actor, params, sent, options)
        res.status(isNew ? 201 : 200).json(version)
      },
      limit('change'),
    ),
    jsonRoute(designsApi.removeVersion, ({ actor, params }) => deleteVersion(actor, params), limit('change')),
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
    rawRoute(designsApi.listPages, async ({ actor }, req, res) => {
      const { bytes } = await readImage(req, res)
      res.json(await listPagesOf(actor, bytes))
    }),
    jsonRoute(designsApi.listTrash, ({ actor, params }) => listTrash(actor, params.projectId, imageKeys)),
  ]
}
