import { z } from 'zod'
import type { Trial } from './promise'
import { TamperingProxy } from './tampering-proxy'

const namedSchema = z.looseObject({ name: z.string().optional(), commenter: z.string().optional() })

/** A gateway that hides names from the server. The server receives placeholders, and all other clients see the
 *  names as typed. Together they behave like a server that accepts every name. */
export async function namelessGateway(trial: Trial, port: number): Promise<TamperingProxy> {
  const names = new Map<string, string>()
  const standInFor = (name: string) => {
    const standIn = `Somebody ${names.size + 1}`
    names.set(standIn, name)
    return standIn
  }
  return TamperingProxy.to(trial, port, {
    onRequest: (request) => {
      if (request.body.length === 0) return
      const body = namedSchema.parse(JSON.parse(request.body.toString()))
      if (body.name !== undefined) body.name = standInFor(body.name)
      if (body.commenter !== undefined) body.commenter = standInFor(body.commenter)
      request.body = Buffer.from(JSON.stringify(body))
      request.headers['content-length'] = String(request.body.length)
    },
    onAnswer: (answer) => {
      const text = answer.body
        .toString()
        .replace(/"Somebody \d+"/g, (quoted) => JSON.stringify(names.get(quoted.slice(1, -1)) ?? quoted))
      answer.body = Buffer.from(text)
    },
  })
}
