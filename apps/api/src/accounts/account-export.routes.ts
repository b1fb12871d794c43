import type { RequestHandler } from 'express'
import { exportAccount } from '@pinmark/shared/api/users'
import type { Config } from '../config'
import { limitsOf } from '../http/limits/rate-limits'
import { rawRoute, type Route } from '../http/route'
import { sendZip } from '../http/send/send-zip'
import type { Words } from '../http/words'
import { exportData } from './account-export.service'

export const accountExportWords = {
  exportAccount: {
    topic: 'Accounts',
    summary: 'Download all data of my account',
    description:
      'A ZIP archive, created while it is sent: the account, its projects with every comment and the originals of their ' +
      'images, and its comments elsewhere. Its README.txt explains it. An archive that breaks off has no end, and ' +
      'the connection is cut.',
    answer: 'The archive.',
    errors: ['too_many_exports'],
  },
} satisfies Record<string, Words>

export function accountExportRoutes(config: Config): Route[] {
  const limit = limitsOf(config)('export')
  const limitDownloads: RequestHandler = (req, res, next) =>
    req.method === 'HEAD' ? next() : limit(req, res, next)
  return [
    rawRoute(
      exportAccount,
      async ({ actor }, req, res) => {
        const { fileName, entries } = await exportData(config, actor)
        await sendZip(req, res, fileName, entries)
      },
      limitDownloads,
    ),
  ]
}
