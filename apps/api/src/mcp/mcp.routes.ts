import { callTools } from '@pinmark/shared/api/mcp'
import { AppError } from '@pinmark/shared/errors'
import type { RequestHandler } from 'express'
import type { Log } from '../base/log'
import type { Config } from '../config'
import { requireUser } from '../core/actor'
import type { UploadReaders } from '../http/body/upload'
import type { CallInside } from '../http/inner-calls'
import { rawRoute, type Route, type Words } from '../http/route'
import { answerMessage } from './answer-tool-call'

interface McpDependencies extends Pick<UploadReaders, 'readToolCall'> {
  callInside: CallInside
  log: Log
}

export function mcpRoutes(config: Config, { readToolCall, callInside, log }: McpDependencies): Route[] {
  const readLongBody: RequestHandler = async (req, res, next) => {
    requireUser(req.actor)
    req.body ??= await readToolCall(req, res)
    next()
  }
  return [
    rawRoute(
      callTools,
      async ({ actor, body }, req, res) => {
        const call: Parameters<typeof answerMessage>[2]['call'] = (one, maxBytes) =>
          callInside({ req, res }, one, maxBytes)
        const answer = await answerMessage(body, req.get('MCP-Protocol-Version'), { actor, call }, log)
        // For example a version of the protocol that the library does not know.
        if (answer.status === 400) throw new AppError('tool_message_not_valid')
        res.status(answer.status)
        const text = await answer.text()
        if (text === '') res.end()
        else res.type('json').send(text)
      },
      refuseForeignPages(config),
      readLongBody,
    ),
  ]
}

/** Programs send no Origin. A page that does is another site, also if its name leads to this server: see DNS rebinding in
 *  https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning */
function refuseForeignPages({ publicUrl, allowedOrigins }: Config): RequestHandler {
  const known = new Set([...allowedOrigins, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])])
  return (req, _res, next) => {
    const { origin } = req.headers
    if (origin !== undefined && !known.has(origin)) throw new AppError('cross_site')
    next()
  }
}

export const mcpWords = {
  callTools: {
    summary: 'Call a tool of the Model Context Protocol',
    description:
      'For coding agents: Streamable HTTP without sessions and streams, answered as JSON. Each tool makes one of the other ' +
      'calls, with the same permissions and limits. docs/agents.md lists the tools. An image inside a call has at most 8 MB.',
    answer:
      'A message of JSON-RPC. A refused tool answers with isError and the status, sentence and code of the call.',
    errors: ['tool_message_not_valid', 'image_too_large', 'images_busy', 'no_room_left'],
  },
} satisfies Record<string, Words>
