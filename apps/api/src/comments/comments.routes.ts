import type { RequestHandler } from 'express'
import * as commentsApi from '@pinmark/shared/api/comments'
import { idempotencyKeyHeader } from '@pinmark/shared/paths'
import { pictureFieldsSchema } from '@pinmark/shared/entities/comment-requests'
import { limits } from '@pinmark/shared/limits'
import type { ImageKeys } from '../images/image-keys'
import type { Config } from '../config'
import type { UploadReaders } from '../http/body/upload'
import { countBrowsers, counting, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, parse, rawRoute, type Route } from '../http/route'
import type { DiskRoom } from '../base/disk-room'
import { addPicture, checkPictureIsWelcome, drawSpot } from './pictures.service'
import { type AddOptions, addReply, addThread } from './add-message.service'
import { setAgreement } from './agree.service'
import { changeComment, deleteComment } from './change-comment.service'
import { placeComment } from './place-comment.service'

interface CommentsDependencies extends Pick<UploadReaders, 'readPicture'> {
  room: DiskRoom
  imageKeys: ImageKeys
}

export function commentsRoutes(
  config: Config,
  { room, imageKeys, readPicture }: CommentsDependencies,
): Route[] {
  const limit = limitsOf(config)
  const limitWords = limit('comment', 'commentOfDay')
  const agreeing = { imageKeys, countBrowser: countBrowsers('agreements', limits.agreesPerMessage / 2) }
  const { maxCommentsPerProject: maxComments } = config.limits
  const changing = { imageKeys, maxComments, countResolve: counting(config, 'resolveOfDay') }
  const addOptions = (headers: { [idempotencyKeyHeader]?: string | undefined }): AddOptions => ({
    idempotencyKey: headers[idempotencyKeyHeader],
    secret: config.secrets.pepper,
    maxComments,
    imageKeys,
  })

  return [
    jsonRoute(
      commentsApi.addComment,
      ({ actor, params, body, headers }) => addThread(actor, params.projectId, body, addOptions(headers)),
      limit('change'),
      limitWords,
    ),
    jsonRoute(
      commentsApi.addReply,
      ({ actor, params, body, headers }) =>
        addReply(actor, params.projectId, params.commentId, body, addOptions(headers)),
      limit('change'),
      limitWords,
    ),
    rawRoute(
      commentsApi.addPicture,
      async ({ actor, params: { projectId } }, req, res) => {
        await checkPictureIsWelcome(actor, projectId, config.limits)
        const options = { limits: config.limits, room, imageKeys }
        const picture = await readPicture(req, res, ({ fields, ...file }) => {
          const sent = { id: parse(pictureFieldsSchema, fields)._id, ...file }
          return addPicture(actor, projectId, sent, options)
        })
        res.status(201).json(picture)
      },
      limit('picture', 'pictureOfDay'),
    ),
    jsonRoute(
      commentsApi.changeComment,
      ({ actor, params, body }) => changeComment(actor, params.projectId, params.commentId, body, changing),
      limit('change'),
      limitNewWords(limitWords),
    ),
    jsonRoute(
      commentsApi.setAgreement,
      ({ actor, params, body }) => setAgreement(actor, params, body, agreeing),
      limit('change'),
    ),
    jsonRoute(
      commentsApi.placeComment,
      ({ actor, params, body }) => placeComment(actor, params, body, imageKeys),
      limit('change'),
    ),
    rawRoute(
      commentsApi.loadSpot,
      async ({ actor, params }, _req, res) => void res.type('jpeg').send(await drawSpot(actor, params)),
      limit('reading'),
    ),
    jsonRoute(
      commentsApi.deleteComment,
      ({ actor, params }) => deleteComment(actor, params.projectId, params.commentId),
      limit('change'),
    ),
  ]
}

/** An edit counts as words, like a comment. A move or a resolve has none. */
function limitNewWords(limitWords: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const body: unknown = req.body
    const hasWords = typeof body === 'object' && body !== null && 'text' in body
    return hasWords ? limitWords(req, res, next) : next()
  }
}
