import { Router } from 'express'
import { apiRoutes } from '@pinmark/shared/paths'
import type { Config } from '../../config'
import { limitExports } from '../../http/rate-limits'
import { sendZip } from '../../http/send-zip'
import { exportData } from './account-export.service'

export function accountExportRoutes(config: Config): Router {
  const router = Router()

  router.get(apiRoutes.accountExport, limitExports(config), async (req, res) => {
    const { fileName, entries } = await exportData(req.actor)
    await sendZip(req, res, fileName, entries)
  })

  return router
}
