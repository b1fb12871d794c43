import { Router } from 'express'
import * as z from 'zod/mini'
import { newProjectSchema, projectChangeSchema } from '@pinmark/shared/entities/project'
import {
  projectListQuerySchema,
  projectParamsSchema,
  projectQuerySchema,
  versionParamsSchema,
} from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { apiRoutes } from '@pinmark/shared/paths'
import { isStranger } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { limitChanges } from '../../http/rate-limits'
import { sendJsonText } from '../../http/send-json-text'
import { holdsPicture, sendJsonPieces, sendPieces } from '../../http/send-pieces'
import { readNewProject } from '../../http/upload'
import type { DiskRoom } from '../../platform/disk-room'
import { changeProject, deleteProject, restoreProject } from './change-project.service'
import { createProject } from './create-project.service'
import { listProjects } from './list-projects.service'
import { openProject } from './open-project.service'
import { loadOriginal } from './original.service'

const nameOfNewProjectSchema = z.pick(newProjectSchema, { name: true })

interface ProjectsDependencies {
  room: DiskRoom
  imageKeys: ImageKeys
}

export function projectsRoutes(config: Config, { room, imageKeys }: ProjectsDependencies): Router {
  const { limits: caps, defaultLinkPermission: linkPermission } = config
  const router = Router()
  const limit = limitChanges(config)

  router.get(apiRoutes.projects, async (req, res) => {
    const list = await listProjects(req.actor, parse(projectListQuerySchema, req.query), imageKeys)
    if (Array.isArray(list)) res.json(list)
    else await sendJsonPieces(req, res.type('json'), list)
  })

  router.post(apiRoutes.projects, readNewProject(config), async (req, res) => {
    const { name } = parse(nameOfNewProjectSchema, { name: req.newProject.name })
    const { image } = req.newProject
    if (!image) throw new AppError('name_and_image_required')
    res
      .status(201)
      .json(await createProject(req.actor, { name, image }, { caps, linkPermission, room, imageKeys }))
  })

  router.get(apiRoutes.project, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    const query = parse(projectQuerySchema, req.query)
    const answer = await openProject({ actor: req.actor, projectId, query, imageKeys })
    res.type('json')
    if (typeof answer === 'string') {
      if (isStranger(req.actor)) await sendJsonText(req, res, req.originalUrl, answer)
      else res.send(answer)
    } else {
      res.locals[holdsPicture] = query.image === 'full'
      await sendJsonPieces(req, res, answer)
    }
  })

  router.put(apiRoutes.project, limit, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    res.json(await changeProject(req.actor, projectId, parse(projectChangeSchema, req.body), imageKeys))
  })

  router.delete(apiRoutes.project, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    res.json(await deleteProject(req.actor, projectId))
  })

  router.post(apiRoutes.projectRestore, async (req, res) => {
    const { projectId } = parse(projectParamsSchema, req.params)
    res.json(await restoreProject(req.actor, projectId, { caps, imageKeys }))
  })

  router.get(apiRoutes.original, async (req, res) => {
    const { contentType, length, fileName, pieces } = await loadOriginal(
      req.actor,
      parse(versionParamsSchema, req.params),
    )
    res.attachment(fileName)
    res.setHeader('Content-Type', contentType)
    // Whatever these bytes pretend to be, no browser is to run them here.
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    res.setHeader('Content-Length', length)
    if (req.method === 'HEAD') res.end()
    else await sendPieces(res, pieces)
  })

  return router
}
