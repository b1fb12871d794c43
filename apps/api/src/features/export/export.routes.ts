import { exportProject } from '@pinmark/shared/api/export'
import type { ImageKeys } from '../../access/image-keys'
import type { Config } from '../../config'
import { limitChanges } from '../../http/limits/rate-limits'
import { rawRoute, type Route } from '../../http/route'
import { holdsPicture, sendPieces } from '../../http/send/send-pieces'
import { exportFile } from './export.service'

interface ExportDependencies {
  imageKeys: ImageKeys
}

export function exportRoutes(config: Config, { imageKeys }: ExportDependencies): Route[] {
  return [
    rawRoute(
      exportProject,
      async ({ actor, params, query }, req, res) => {
        const origin = config.publicUrl ?? `${req.protocol}://${req.get('host') ?? 'localhost'}`
        const file = await exportFile({ actor, projectId: params.projectId, query, origin, imageKeys })
        res.attachment(file.fileName)
        res.setHeader('Content-Type', file.contentType)
        // No browser may run these bytes here, whatever they are.
        res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
        if (query.format === 'png') res.locals[holdsPicture] = true
        if (req.method === 'HEAD') res.end()
        else await sendPieces(res, file.pieces())
      },
      limitChanges(config),
    ),
  ]
}
