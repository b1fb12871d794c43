import { Router } from 'express'
import { newVisitSchema } from '@pinmark/shared/entities/project'
import { projectParamsSchema } from '@pinmark/shared/entities/requests'
import { apiRoutes } from '@pinmark/shared/paths'
import { SharedCounter } from '../../access/rates/shared-counter'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { hasRoom, type DiskRoom } from '../../platform/disk-room'
import { recordVisit } from './visits.service'

const daySeconds = 86_400

export function visitsRoutes({ rates }: Config, room: DiskRoom): Router {
  const newVisitors = new SharedCounter({
    name: 'visitors',
    points: rates.visitorsPerDay,
    seconds: daySeconds,
  })
  const router = Router()

  router.post(apiRoutes.projectVisit, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const { number } = parse(newVisitSchema, req.body)
    // Nobody asked for it, so nobody is told that it was not stored.
    const visit = hasRoom(room) ? await recordVisit(req.actor, projectId, number, newVisitors) : null
    res.json({ visit })
  })

  return router
}
