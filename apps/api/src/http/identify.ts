import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { requestHeaders } from '@pinmark/shared/api/parameters'
import { guestSecretHeader, linkTokenHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import type { Actor } from '../core/actor'
import { findActorUser } from '../core/find-actor-user'
import { LinkTokens } from '../core/link-tokens'
import type { Config } from '../config'
import { sessionEndedHeader } from './headers'
import { parse } from './parse'

/** Identifies the sender, before an upload is read. A bad token is not refused here. Routes that need an account refuse
 *  it, and all others serve the visitor as a guest. */
export function identify(config: Config): RequestHandler {
  const linkTokens = new LinkTokens(config)
  return async (req, res, next) => {
    const token = sessionToken(req)
    const user = token === null ? null : await findActorUser(config, token)
    req.actor = {
      user,
      token: token === null ? 'none' : user === null ? 'bad' : 'valid',
      guestHash: guestHashOf(req),
      lock: linkTokens.read(req.get(linkTokenHeader)),
      network: req.network,
    }
    if (req.actor.token === 'bad') res.setHeader(sessionEndedHeader, '1')
    next()
  }
}

/** The token of the sender's login. Behind a proxy with a login of its own, Authorization belongs to that proxy. */
export function sessionToken(req: Request): string | null {
  return req.get(sessionTokenHeader) || bearerToken(req)
}

/** The token in Authorization. An Authorization header of another scheme counts as an invalid token. */
export function bearerToken(req: Request): string | null {
  const { authorization } = req.headers
  if (authorization === undefined || authorization.trim() === '') return null
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}

function guestHashOf(req: Request): Actor['guestHash'] {
  const secret = parse(requestHeaders[guestSecretHeader], req.get(guestSecretHeader))
  return secret === undefined ? null : createHash('sha256').update(secret).digest('base64url')
}
