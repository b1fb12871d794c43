import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type Express, type Request, type Response } from 'express'
import { ImageGate, ImageKeys } from './images/image-keys'
import { watchStoredChanges } from './core/stored-changes'
import type { Config } from './config'
import { accountExportRoutes, accountExportWords, usersRoutes, usersWords } from './accounts/users.routes'
import { LoginThrottle } from './accounts/login-throttle'
import { apiTokensRoutes, apiTokensWords } from './accounts/api-tokens.routes'
import { commentsRoutes } from './comments/comments.routes'
import { commentsWords } from './comments/comments.words'
import { designsRoutes } from './designs/designs.routes'
import { designsWords } from './designs/designs.words'
import { exportRoutes, exportWords } from './exports/export.routes'
import { healthRoutes, healthWords, instanceRoutes, instanceWords, metricsRoutes } from './ops/ops.routes'
import { imagesRoutes, imagesWords, sendKeptImage } from './images/images.routes'
import { ImageServer } from './images/images.service'
import { mcpRoutes, mcpWords } from './mcp/mcp.routes'
import { noticesRoutes, noticesWords, replyMailWords } from './mail/notices.routes'
import { openapiRoutes, openapiWords } from './openapi/openapi.routes'
import { about, type AllWords } from './openapi/operations'
import { liveRoutes, liveWords } from './live/live.routes'
import { originalsWords, projectsRoutes, projectsWords } from './projects/projects.routes'
import { roundsRoutes, roundsWords } from './rounds/rounds.routes'
import { membersRoutes, membersWords } from './members/members.routes'
import { sharingRoutes, sharingWords } from './sharing/sharing.routes'
import { registrationReader } from './accounts/accounts.service'
import { signOnRoutes, signOnWords } from './accounts/sign-on/sign-on.routes'
import { visitsRoutes, visitsWords } from './visits/visits.routes'
import { webhooksRoutes, webhooksWords } from './webhooks/webhooks.routes'
import { redirectLongAddresses, serveWebFiles, showBrokenAddress, webRoutes } from './web/web.routes'
import { allowOrigins, checkHost, checkMethod, refuseCrossSite } from './http/check-request'
import { answerWithoutDatabase, limitConcurrency } from './http/limits/limit-concurrency'
import { answerError, answerNotFound } from './http/error-handler'
import { findNetwork, identify } from './http/identify'
import { ignoreAnyEtag, setStandardHeaders } from './http/headers'
import { expressClasses, type App } from './http/server'
import { readJsonBody } from './http/body/json-body'
import { createMetrics, measureRequests } from './ops/metrics'
import { closeWhileStopping, openStreamCount } from './http/drain'
import { LinkMisses, limitRequests } from './http/limits/rate-limits'
import { routerOf, type Route } from './http/route'
import { logRequests } from './http/request-log'
import { checkRoom } from './http/limits/check-room'
import { innerCalls } from './http/inner-calls'
import { limitBodyTime } from './http/body/body-timeout'
import { holdsPicture } from './http/send/send'
import { uploadReaders } from './http/body/upload'
import { trashBytes } from './images/image-upkeep.record'
import type { DiskRoom } from './base/disk-room'
import type { Log } from './base/log'

export interface AppDependencies {
  config: Config
  log: Log
  /** False while the server stops. */
  isReady: () => boolean
  room: DiskRoom
}

/** What the API document says about each endpoint, by topic, in reading order. One without words does not compile. */
const words: AllWords = {
  ...about('Accounts', { ...usersWords, ...signOnWords, ...apiTokensWords, ...accountExportWords }),
  ...about('Webhooks', webhooksWords),
  ...about('Accounts', noticesWords),
  ...about('Comments', replyMailWords),
  ...about('Projects', projectsWords),
  ...about('Images', originalsWords),
  ...about('Projects', exportWords),
  ...about('Designs', designsWords),
  ...about('Rounds', roundsWords),
  ...about('Sharing', sharingWords),
  ...about('Members', membersWords),
  ...about('Comments', commentsWords),
  ...about('Live', { ...liveWords, ...visitsWords }),
  ...about('Images', imagesWords),
  ...about('Tools', mcpWords),
  ...about('Service', { ...instanceWords, ...healthWords, ...openapiWords }),
}

/** The whole server without its port. Requests for pictures have an app of their own with only the steps that they need,
 *  because a page loads many of them, and the other steps cost more than the bytes. */
export function buildApp({ config, log, isReady, room }: AppDependencies): App {
  const metrics =
    config.metricsToken === null
      ? null
      : createMetrics({ openStreams: openStreamCount, freeDiskBytes: room.freeBytes, trashBytes })
  const throttle = new LoginThrottle(config)
  const linkMisses = new LinkMisses(config)
  const imageKeys = new ImageKeys(config)
  const changes = watchStoredChanges(log)
  const { readNewProject, readImages, readImage, readPicture, readToolCall } = uploadReaders(config, room)
  // A flood must not keep a proxy or Prometheus from its checks.
  const unlimitedRoutes = [
    ...healthRoutes(isReady),
    ...(metrics && config.metricsToken !== null ? metricsRoutes(metrics, config.metricsToken) : []),
  ]
  const publicRoutes = [
    ...instanceRoutes(config, registrationReader(config)),
    ...openapiRoutes(config, words),
  ]
  const images = new ImageServer(new ImageGate(imageKeys, changes))
  const imageRoutes = imagesRoutes(images)
  const ownRoutes = [
    ...usersRoutes(config, throttle),
    ...signOnRoutes(config, log),
    ...apiTokensRoutes(config, throttle),
    ...accountExportRoutes(config),
    ...webhooksRoutes(config, throttle),
    ...noticesRoutes(config),
    ...projectsRoutes(config, { room, imageKeys, readNewProject }),
    ...exportRoutes(config, { imageKeys, room }),
    ...designsRoutes(config, { room, imageKeys, readImage, readImages }),
    ...commentsRoutes(config, { room, imageKeys, readPicture }),
    ...roundsRoutes(config),
    ...sharingRoutes(config),
    ...membersRoutes(config),
    ...liveRoutes(config, { changes, imageKeys, log }),
    ...visitsRoutes(config, room),
    ...imageRoutes,
    ...webRoutes(config, { linkMisses, imageKeys }),
  ]
  const callInside = innerCalls([checkRoom(room), routerOf(ownRoutes), answerError(log)])
  const routes = [...ownRoutes, ...mcpRoutes(config, { readToolCall, callInside, log })]
  const arrivalFor = (served: Route[]) => [
    findNetwork(log),
    logRequests(log, config.secrets.jwt),
    ...(metrics ? [measureRequests(metrics)] : []),
    setStandardHeaders,
    allowOrigins(config.allowedOrigins),
    // Before refusals, which are plain text for some endpoints.
    checkMethod(served),
    refuseCrossSite,
    checkHost,
    closeWhileStopping(isReady),
  ]
  const limitRate = limitRequests(config)
  const limitWork = limitConcurrency(config.requestsAtOnce)

  const app = emptyApp(config)
  const classes = expressClasses(app)
  app.use(arrivalFor([...unlimitedRoutes, ...publicRoutes, ...routes]))
  app.use(ignoreAnyEtag)
  app.use(limitBodyTime)
  app.use(compression({ filter: isWorthCompressing, brotli: { params: smallWindow } }))
  app.use(routerOf(unlimitedRoutes))
  app.use(limitRate)
  app.use(answerWithoutDatabase)
  app.use(checkRoom(room))
  // Before `identify`, because they need no database.
  app.use(routerOf(publicRoutes))
  app.use('/project', redirectLongAddresses)
  app.use(readJsonBody)
  app.use(limitWork)
  // After a body that may arrive slowly, because the login may end meanwhile.
  app.use(identify(config))
  app.use(routerOf(routes))
  app.use(serveWebFiles(config))
  app.use(answerNotFound)
  app.use(linkMisses.refuse())
  app.use(showBrokenAddress(config))
  app.use(answerError(log))

  const pictures = emptyApp(config)
  pictures.request = app.request
  pictures.response = app.response
  pictures.use(arrivalFor(imageRoutes))
  pictures.use(limitRate)
  pictures.use(sendKeptImage(images))
  pictures.use(answerWithoutDatabase)
  pictures.use(limitWork)
  pictures.use(routerOf(imageRoutes))
  pictures.use(answerNotFound)
  pictures.use(answerError(log))
  return { ...classes, listener: (req, res) => (asksForPicture(req) ? pictures : app)(req, res) }
}

/** Brotli keeps its window until an answer ends. With the standard one of 4 MB, a long answer that is not read takes 8 MB.
 *  With 256 KB it takes 1 MB. */
const smallWindow = { [constants.BROTLI_PARAM_LGWIN]: 18 }

function emptyApp({ trustProxyHops }: Config): Express {
  const app = express()
  app.set('trust proxy', trustProxyHops)
  app.set('query parser', 'simple')
  app.set('x-powered-by', false)
  app.set('etag', false)
  return app
}

/** A request for a picture as browsers send it: without an account and without a body. */
function asksForPicture({ method = '', url = '', headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    url.startsWith('/images/') &&
    [headers.authorization, headers['content-length'], headers['transfer-encoding']].every(
      (header) => header === undefined,
    )
  )
}

/** Compression would hold an event stream back until a block is full, and pictures are compressed already. */
function isWorthCompressing(req: Request, res: Response): boolean {
  const isStream = String(res.getHeader('Content-Type') ?? '').startsWith('text/event-stream')
  return !isStream && res.locals[holdsPicture] !== true && compression.filter(req, res)
}
