import { Router } from 'express'
import { projectSettingsSchema } from '@pinmark/shared/entities/project'
import { projectParamsSchema } from '@pinmark/shared/entities/requests'
import { apiRoutes } from '@pinmark/shared/paths'
import { parse } from '../../http/parse'
import { changeSettings, makeNewLink } from './sharing.service'

export function sharingRoutes(): Router {
  const router = Router()

  router.patch(apiRoutes.projectSettings, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    res.json(await changeSettings(req.actor, projectId, parse(projectSettingsSchema, req.body)))
  })

  router.post(apiRoutes.projectLink, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    res.json(await makeNewLink(req.actor, projectId))
  })

  return router
}
