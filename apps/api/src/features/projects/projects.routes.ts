import type { RequestHandler } from 'express'
import * as z from 'zod/mini'
import * as projectsApi from '@pinmark/shared/api/projects'
import { newProjectSchema } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import { isStranger } from '../../access/actor'
import type { ImageKeys } from '../../access/image-keys'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { jsonRoute, rawRoute, type Route } from '../../http/route'
import { limitsOf } from '../../http/limits/rate-limits'
import { sendJson, sendText } from '../../http/send/send-json'
import { sendKeptText } from '../../http/send/send-kept-text'
import { holdsPicture, sendJsonPieces, sendPieces } from '../../http/send/send-pieces'
import type { UploadReaders } from '../../http/body/upload'
import type { DiskRoom } from '../../platform/disk-room'
import { changeProject, deleteProject, restoreProject } from './change-project.service'
import { createProject } from './create-project.service'
import { listProjects } from './list-projects.service'
import { openProject } from './open-project.service'
import { loadOriginal } from './original.service'

/** Only the missing token has a sentence of its own here. */
const requireToken: RequestHandler = (req, _res, next) => {
  if (req.actor.token === 'none') throw new AppError('sign_in_to_create')
  next()
}

const textsOfNewProjectSchema = z.omit(newProjectSchema, { image: true })

interface ProjectsDependencies extends Pick<UploadReaders, 'readNewProject'> {
  room: DiskRoom
  imageKeys: ImageKeys
}

export function projectsRoutes(
  config: Config,
  { room, imageKeys, readNewProject }: ProjectsDependencies,
): Route[] {
  const limit = limitsOf(config)
  const { limits: caps, defaultLinkPermission: linkPermission } = config
  const hasMail = config.mail !== null

  return [
    rawRoute(projectsApi.listProjects, async ({ actor, query }, req, res) => {
      const list = await listProjects(actor, query, imageKeys)
      if (Array.isArray(list)) sendJson(res, list)
      else await sendJsonPieces(req, res.type('json'), list)
    }),
    rawRoute(
      projectsApi.createProject,
      async ({ actor, query: { pages }, headers }, req, res) => {
        const idempotencyKey = headers[idempotencyKeyHeader]
        const options = { caps, linkPermission, room, imageKeys }
        const project = await readNewProject(req, res, ({ image, fileName, ...texts }) => {
          const { name, designTitle } = parse(textsOfNewProjectSchema, texts)
          if (!image) throw new AppError('name_and_image_required')
          const asked = { name, image, pages, designTitle, fileName, idempotencyKey }
          return createProject(actor, asked, options)
        })
        res.status(201).json(project)
      },
      requireToken,
    ),
    rawRoute(projectsApi.openProject, async ({ actor, params, query }, req, res) => {
      const answer = await openProject({ actor, projectId: params.projectId, query, imageKeys, hasMail })
      res.type('json')
      if (typeof answer === 'string') {
        if (isStranger(actor)) await sendKeptText(req, res, req.originalUrl, answer)
        else sendText(res, answer)
      } else {
        res.locals[holdsPicture] = query.image === 'full'
        await sendJsonPieces(req, res, answer)
      }
    }),
    jsonRoute(
      projectsApi.changeProject,
      ({ actor, params, body }) => changeProject(actor, params.projectId, body, imageKeys),
      limit('change'),
    ),
    jsonRoute(
      projectsApi.deleteProject,
      ({ actor, params }) => deleteProject(actor, params.projectId),
      limit('change'),
    ),
    jsonRoute(
      projectsApi.restoreProject,
      ({ actor, params }) => restoreProject(actor, params.projectId, { caps, imageKeys }),
      limit('change'),
    ),
    rawRoute(projectsApi.loadOriginal, async ({ actor, params }, req, res) => {
      const { contentType, length, fileName, pieces } = await loadOriginal(actor, params)
      res.attachment(fileName)
      res.setHeader('Content-Type', contentType)
      // No browser may run these bytes on this origin.
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
      res.setHeader('Content-Length', length)
      if (req.method === 'HEAD') res.end()
      else await sendPieces(res, pieces)
    }),
  ]
}
