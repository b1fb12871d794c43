import { join } from 'node:path'
import { exportProject } from '@pinmark/shared/api/export'
import { wordingIn } from '@pinmark/words/server'
import { waiterFor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import type { Config } from '../config'
import { wordingOf } from '../http/identify'
import { limitsOf } from '../http/limits/rate-limits'
import { rawRoute, type Route, type Words, originOf } from '../http/route'
import { holdsPicture, sendPieces } from '../http/send/send'
import { SharedPlaces } from '../base/shared-places'
import type { DiskRoom } from '../base/disk-room'
import { Spool } from '../http/body/spool'
import { choosingSlots } from './choose-threads'
import { exportFile } from './export.service'

interface ExportDependencies {
  imageKeys: ImageKeys
  room: DiskRoom
}

/** Maximum number of pictures that are sent at a time. Together they stay below the reserved part of the
 *  disk. */
const pictures = { ofNetwork: 4, inAll: 32 }

export function exportRoutes(config: Config, { imageKeys, room }: ExportDependencies): Route[] {
  const spool = new Spool({ folder: join(config.dataDir, 'spool'), room, places: new SharedPlaces(pictures) })
  return [
    rawRoute(
      exportProject,
      async ({ actor, params, query }, req, res) => {
        const origin = originOf(config, req)
        const { projectId } = params
        // A script finds the same headings in every environment.
        const wording = actor.user?.apiToken ? wordingIn('en') : wordingOf(req)
        const file = await choosingSlots.run(waiterFor(actor), async () =>
          res.closed ? null : exportFile({ actor, projectId, query, wording, origin, imageKeys, spool }),
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

export const exportWords = {
  exportProject: {
    summary: 'Export comments',
    description:
      'A file for a spreadsheet (csv), a ticket or chat (markdown), a script (json), a program that supports the W3C Web ' +
      'Annotation model (annotations), or a picture of one design with its pins (png). Every comment comes with its ' +
      'direct link. docs/export.md describes the formats. Without version, the file has comments of all versions, and a ' +
      'picture shows the newest one. Without design, a picture shows the first. search is a word of a name or text, or ' +
      'the number of a comment; person a name; mine leaves out the comments of others; numbers is such as 1-3,7; design ' +
      'a list of ids, separated by commas; version newest or, with one design, a number. The order place is from top to ' +
      'bottom.',
    answer: 'The file.',
    errors: [
      'export_format_unknown',
      'export_filter_not_valid',
      'project_not_found',
      'design_not_found',
      'too_many_readings',
      'images_busy',
      'image_took_too_long',
      'no_room_left',
    ],
  },
} satisfies Record<string, Words>
