import { Router } from 'express'
import { apiRoutes } from '@pinmark/shared/paths'
import { docsPage, docsStylePath } from './docs-page'
import { docsStyle } from './docs-style'
import { openapiDocument } from './document'

/** The API described: for programs, and for people. Made at the first request, since most servers never get one. */
export function openapiRoutes(): Router {
  const router = Router()
  let document: string | undefined
  let page: string | undefined

  router.get(apiRoutes.openapi, (_req, res) => {
    document ??= JSON.stringify(openapiDocument())
    res.type('json').send(document)
  })

  router.get(apiRoutes.docs, (_req, res) => {
    page ??= docsPage()
    res.type('html').send(page)
  })

  router.get(docsStylePath, (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.type('css').send(docsStyle)
  })

  return router
}
