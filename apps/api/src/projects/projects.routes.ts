import * as projectsApi from '@pinmark/shared/api/projects'
import { newProjectSchema } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import type { RequestHandler } from 'express'
import * as z from 'zod/mini'
import { isStranger } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import type { Config } from '../config'
import type { UploadReaders } from '../http/body/upload'
import { limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, parse, rawRoute, type Route, type Words } from '../http/route'
import { sendJson, sendKeptText, sendText, holdsPicture, sendJsonPieces, sendPieces } from '../http/send/send'
import type { DiskRoom } from '../base/disk-room'
import { changeOrder, deleteProject, editProject, restoreProject } from './edit-project.service'
import { copyProject } from './copy-project.service'
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
        const project = await readNewProject(req, res, ({ image, drawn, captured, fileName, ...texts }) => {
          const { name, designTitle } = parse(textsOfNewProjectSchema, texts)
          if (!image) throw new AppError('name_and_image_required')
          const asked = { name, image, drawn, captured, pages, designTitle, fileName, idempotencyKey }
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
      ({ actor, params, body }) => editProject(actor, params.projectId, body, imageKeys),
      limit('change'),
    ),
    jsonRoute(
      projectsApi.changeOrder,
      ({ actor, params, body }) => changeOrder(actor, params.projectId, body, imageKeys),
      limit('change'),
    ),
    jsonRoute(
      projectsApi.copyProject,
      ({ actor, params, headers }) =>
        copyProject(actor, params.projectId, {
          ...{ caps, linkPermission, room, imageKeys },
          idempotencyKey: headers[idempotencyKeyHeader],
        }),
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

export const projectsWords = {
  listProjects: {
    summary: 'List my projects',
    description:
      'Own projects and those that others share with me as a member: of says which. ' +
      'Sorted by the time of the last edit, newest first. image is a small base64 JPEG without a prefix.',
    answer: 'The projects.',
    errors: ['image_mode_unknown', 'state_unknown', 'list_unknown'],
  },
  createProject: {
    summary: 'Create a project from an image',
    description:
      'Send JSON with the image as a data URL, or a form (multipart/form-data) with the fields name and image. ' +
      'Its design has the title designTitle, or else the name of the project. ' +
      'Each page of a PDF becomes a design, at most 40: pages says which, such as 1-3,7. ' +
      'The field drawn may follow the image with a PNG of an SVG, which is then shown in its place, and with ' +
      'the field lines, the JSON of its text, as for a version. ' +
      'The project belongs to the account of the token. Errors of this call are plain text; their code is in X-Error-Code.',
    answer: 'The project as in the list.',
    errors: [
      'sign_in_to_create',
      'name_and_image_required',
      'project_name_too_long',
      'name_required',
      'design_title_too_long',
      'name_has_hidden_characters',
      'one_image_expected',
      'idempotency_key_not_valid',
      ...(['pages_not_valid', 'page_not_found', 'too_many_pages', 'pdf_locked', 'pdf_not_readable'] as const),
      'project_limit_reached',
      'server_busy',
    ],
  },
  openProject: {
    summary: 'Open a project',
    description:
      'image is a base64 JPEG without a prefix. Comments come by number with their replies inside, all of them or, ' +
      'with comments, a page at a time: pass commentsNext as after. can says what the sender may do.',
    answer: 'The project.',
    errors: ['image_mode_unknown', 'page_size_not_valid', 'project_not_found'],
  },
  changeProject: {
    summary: 'Change name, description or both',
    answer: 'The project as in the list.',
    errors: [
      'name_required',
      'project_name_too_long',
      'name_has_hidden_characters',
      'description_not_text',
      'description_too_long',
      'text_has_control_characters',
      'nothing_to_change',
      'sign_in_required',
      'session_ended',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
    ],
  },
  changeOrder: {
    summary: 'Label a project, or take it out of the list',
    description:
      'An archived project is in the list of state archived. Its link works on, unless it is closed.',
    answer: 'The project.',
    errors: [
      'labels_not_valid',
      'name_has_hidden_characters',
      'setting_not_valid',
      'no_change_to_order',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
    ],
  },
  copyProject: {
    summary: 'Duplicate a project',
    description:
      'With the newest version of every design, the description and the labels, under a new link, without comments.',
    answer: 'The new project.',
    errors: [
      'idempotency_key_not_valid',
      'not_allowed',
      'project_not_found',
      'project_limit_reached',
      'storage_limit_reached',
      'too_many_changes',
    ],
  },
  deleteProject: {
    summary: 'Move a project to the trash',
    description:
      'Its link ends at once, its image addresses at most a minute later. The owner and the members can restore it for 30 days.',
    answer: 'When it was deleted.',
    errors: ['sign_in_required', 'session_ended', 'not_allowed', 'project_not_found', 'too_many_changes'],
  },
  restoreProject: {
    summary: 'Restore a project from the trash',
    answer: 'The project as in the list.',
    errors: ['not_allowed', 'project_not_found', 'project_limit_reached', 'too_many_changes'],
  },
} satisfies Record<string, Words>

export const originalsWords = {
  loadOriginal: {
    summary: 'Download the image as it was uploaded',
    description:
      'For the owner and the members only: the file still contains all metadata of the camera or program.',
    answer: 'The file.',
    errors: ['not_allowed', 'project_not_found', 'design_not_found'],
  },
} satisfies Record<string, Words>
