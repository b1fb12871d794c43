import { Router } from 'express'
import type { Instance } from '@pinmark/shared/entities/instance'
import { apiRoutes } from '@pinmark/shared/paths'
import type { Config } from '../../config'

/** What this installation allows: `/plans` shows it, the forms read it. */
export function instanceRoutes(config: Config): Router {
  const { registration, defaultLinkPermission, publicUrl, limits } = config
  const instance: Instance = {
    registration,
    defaultLinkPermission,
    publicUrl,
    maxUploadMb: limits.maxUploadMb,
    maxProjects: limits.maxProjects,
    maxStorageGb: limits.maxStorageGb,
    maxCommentsPerProject: limits.maxCommentsPerProject,
  }
  const router = Router()

  router.get(apiRoutes.instance, (_req, res) => {
    res.json(instance)
  })

  return router
}
