import { join } from 'node:path'
import { exportProject } from '@pinmark/shared/api/export'
import { waiterFor } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import type { Config } from '../../config'
import { limitsOf } from '../../http/limits/rate-limits'
import { rawRoute, type Route } from '../../http/route'
import { holdsPicture, sendPieces } from '../../http/send/send-pieces'
import type { DiskRoom } from '../../platform/disk-room'
import { Spool } from '../../platform/spool'
import { exportFile } from './export.service'
import { choosingSlots } from './export-slots'

interface ExportDependencies {
  imageKeys: ImageKeys
  room: DiskRoom
}

/** Maximum number of pictures that are sent at a time. Together they stay below the reserved part of the
 *  disk. */
const pictures = { ofNetwork: 4, inAll: 32 }

export function exportRoutes(config: Config, { imageKeys, room }: ExportDependencies): Route[] {
  const spool = new Spool({ folder: join(config.dataDir, 'spool'), room, ...pictures })
  return [
    rawRoute(
      exportProject,
      async ({ actor, params, query }, req, res) => {
        const origin = config.publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`
        const { projectId } = params
        const file = await choosingSlots.run(waiterFor(actor), async () =>
          res.closed ? null : exportFile({ actor, projectId, query, origin, imageKeys, spool }),
        )
        // The visitor left while others had their turn.
        if (file === null) return
        const pieces = req.method === 'HEAD' ? null : await file.pieces()
        res.attachment(file.fileName)
        res.setHeader('Content-Type', file.contentType)
        // No browser may run these bytes on this origin.
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
        if (query.format === 'png') res.locals[holdsPicture] = true
        if (pieces === null) res.end()
        else await sendPieces(res, pieces)
      },
      limitsOf(config)('reading'),
    ),
  ]
}
