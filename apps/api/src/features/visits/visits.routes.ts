import { Router } from 'express'
import { newVisitSchema } from '@pinmark/shared/entities/project'
import { projectParamsSchema } from '@pinmark/shared/entities/requests'
import { apiRoutes } from '@pinmark/shared/paths'
import { parse } from '../../http/parse'
import { recordVisit } from './visits.service'

export function visitsRoutes(): Router {
  const router = Router()

  router.post(apiRoutes.projectVisit, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const { number } = parse(newVisitSchema, req.body)
    res.json({ visit: await recordVisit(req.actor, projectId, number) })
  })

  return router
}
