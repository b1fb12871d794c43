import { readApiDocument, readApiPage } from '@pinmark/shared/api/service'
import type { Config } from '../config'
import { pageRoute, rawRoute, type Route, type Words } from '../http/route'
import { sendKeptText } from '../http/send/send'
import { docsPage, docsStylePath, docsStyle } from './docs-page'
import { openapiDocument } from './document'
import type { AllWords } from './operations'

export const openapiWords = {
  readApiDocument: {
    summary: 'This description of the API, for programs',
    answer: 'An OpenAPI 3.1 document.',
    errors: [],
  },
  readApiPage: {
    summary: 'This description of the API, for people',
    answer: 'A page.',
    errors: [],
  },
} satisfies Record<string, Words>

/** The API description, for programs and for people. It is built at the first request, because most servers
 *  never get one. */
export function openapiRoutes({ webDir }: Config, words: AllWords): Route[] {
  let document: string | undefined
  let page: string | undefined

  return [
    rawRoute(readApiDocument, (_asked, req, res) => {
      document ??= JSON.stringify(openapiDocument(words))
      return sendKeptText(req, res.type('json'), readApiDocument.path, document)
    }),
    rawRoute(readApiPage, (_asked, req, res) => {
      page ??= docsPage(words)
      return sendKeptText(req, res.type('html'), readApiPage.path, page)
    }),
    pageRoute(docsStylePath, async (_req, res) => {
      const style = await docsStyle(webDir)
      res.setHeader('Cache-Control', 'public, max-age=3600')
      res.type('css').send(style)
    }),
  ]
}
