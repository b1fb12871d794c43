import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { pageRoutes } from '@pinmark/shared/paths'
import type { Language } from '@pinmark/words/languages'
import { wordingIn } from '@pinmark/words/server'
import type { ImageKeys } from '../images/image-keys'
import type { Config } from '../config'
import { languageOf } from '../http/identify'
import type { LinkMisses } from '../http/limits/rate-limits'
import { pageRoute, type Route, originOf } from '../http/route'
import { answerNotFound } from '../http/error-handler'
import { isMissing, sendBuiltFile } from '../http/send/send-built-file'
import { withFirstPaint } from './first-paint'
import {
  withDesignPreloads,
  withLanguage,
  withModules,
  withProxyLogin,
  withScriptsLater,
  withSharedPage,
  withSignOn,
  withStyles,
  findPageModules,
  findWords,
} from './page-head'
import { findSharedPage } from './shared-page.service'

/** File names of the build. No segment begins with a dot, so that hidden files and parent folders are out of
 *  reach. */
const filePath = /^\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+$/
/** This takes two and a half seconds on a slow phone connection and some tenths of a second on a good one. The app
 *  need not wait for larger pictures. */
const scriptsWaitForBytes = 512 * 1024
const folderOf = (path: string) => path.split('/')[1]
const pageFolders = new Set(Object.values(pageRoutes).map(folderOf))
/** Browsers get no page below these. A folder that has both, such as the one of the links that stop mails, has pages. */
const apiFolders = new Set(
  Object.values(allEndpoints)
    .map(({ path }) => folderOf(path))
    .filter((folder) => !pageFolders.has(folder)),
)

interface WebDependencies {
  linkMisses: LinkMisses
  imageKeys: ImageKeys
}

/** The pages of the built web app. */
export function webRoutes(config: Config, { linkMisses, imageKeys }: WebDependencies): Route[] {
  const { webDir } = config
  const showProject: RequestHandler = async (req, res) => {
    const language = languageOf(req)
    const html = await startPage(config, language)
    if (html === null) return sendNotBuilt(res)
    const page = await findSharedPage(req.actor, String(req.params['projectId']), imageKeys)
    if (!page) {
      await linkMisses.count(req)
      // The app is sent in any case, because only the calls of the page show whether its visitor is the owner.
      res.status(404)
    }
    const modules = await findPageModules(webDir, 'project')
    const ready = withModules(html, modules)
    if (!page || page === 'locked') return sendPage(res, ready)
    const origin = originOf(config, req)
    const wording = wordingIn(language)
    const named = withSharedPage(ready, page, { wording, origin, path: req.path })
    // An address that names another design or version is left to the app, because a press on the wrong
    // picture would be kept for it.
    if (namesVersion(req)) return sendPage(res, named)
    const styled = withStyles(withDesignPreloads(named, page), modules.styles)
    const hurried = page.design.bytes <= scriptsWaitForBytes ? withScriptsLater(styled) : styled
    sendPage(res, await withFirstPaint(hurried, page, { webDir, wording }))
  }

  const showPage: RequestHandler = async (req, res) => {
    const html = await startPage(config, languageOf(req))
    if (html === null) return sendNotBuilt(res)
    sendPage(res, html)
  }
  return Object.values(pageRoutes).map((path) =>
    pageRoute(path, path === pageRoutes.project ? showProject : showPage),
  )
}

/** Redirects an address of a project that goes on behind its ids: mail programs and chats take the full stop, bracket or
 *  quote behind an address for a part of it. No id contains such a character. */
export const redirectLongAddresses: RequestHandler = (req, res, next) => {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(req.originalUrl) ?? []
  const [page] = /^\/project\/[\w-]{22}(?:\/report)?(?![\w/-])/.exec(path) ?? []
  const ids = query.replace(behindId, '')
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (!isRead || page === undefined || (page === path && ids === query)) return next()
  res.setHeader('Cache-Control', 'no-store')
  res.redirect(ids === '' ? page : `${page}?${ids}`)
}

const behindId = /(?<=(?:^|&)(?:(?:comment|design)=[\w-]{22}|v=\d{1,9}))[^\w&-][^&]*/g

/** Serves the files of the built web app, and its "not found" page for everything else that a browser
 *  requests. Comes after all routes. */
export function serveWebFiles(config: Config): Router {
  const router = Router()

  router.get('/{*path}', async (req, res, next) => {
    if (filePath.test(req.path) && !isOfApi(req)) {
      return (await sendBuiltFile(req, res, config.webDir)) ? undefined : next()
    }
    if (!(await sendNotFound(req, res, config))) next()
  })
  // Otherwise the library answers 200, as if every address could be read.
  router.options('/{*path}', answerNotFound)

  return router
}

/** The "not found" page for addresses with malformed percent-encoding: routes throw before their handlers. */
export function showBrokenAddress(config: Config): ErrorRequestHandler {
  return async (error: unknown, req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!(error instanceof URIError && isRead && (await sendNotFound(req, res, config)))) next(error)
  }
}

/** Sends a browser the app, which reads the address itself and shows its own page.
 *  @returns false for programs, for addresses of the API, and if the app is not built */
async function sendNotFound(req: Request, res: Response, config: Config): Promise<boolean> {
  const html = wantsPage(req) && !isOfApi(req) ? await startPage(config, languageOf(req)) : null
  if (html === null) return false
  res.status(404)
  sendPage(res, html)
  return true
}

function isOfApi({ path }: Request): boolean {
  return apiFolders.has(folderOf(path))
}

function namesVersion({ query }: Request): boolean {
  return 'design' in query || 'v' in query
}

/** A proxy with a login of its own passes it on in Authorization. The calls of the page leave that header to the proxy. */
function isBehindLogin({ headers }: Request): boolean {
  return /^basic /i.test(headers.authorization ?? '')
}

function wantsPage(req: Request): boolean {
  return (req.get('accept') ?? '').includes('text/html')
}

/** The page that starts the app, in a language. Read again each time, because a build may replace it while the server
 *  runs. */
async function startPage({ webDir, signOn }: Config, language: Language): Promise<string | null> {
  const built = await readFile(join(webDir, 'index.html'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (built === null) return null
  const html = withLanguage(built, language)
  const scripts = await findWords(webDir, language)
  return withModules(signOn ? withSignOn(html, signOn) : html, { scripts, styles: [] })
}

function sendPage(res: Response, html: string): void {
  // The page contains a project's name and refers to files that the next build removes. Browsers ask for it each
  // time, and shared caches do not keep it.
  res.setHeader('Cache-Control', 'private, no-cache')
  res.vary('Accept-Language').vary('Cookie')
  res.type('html').send(isBehindLogin(res.req) ? withProxyLogin(html) : html)
}

function sendNotBuilt(res: Response): void {
  res.status(503).type('html')
  res.send(
    '<!doctype html><title>Pinmark</title><p>The web app is not built yet. Run "npm run build", then reload.</p>',
  )
}
