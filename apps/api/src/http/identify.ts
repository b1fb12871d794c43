import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { requestHeaders } from '@pinmark/shared/api/parameters'
import { guestSecretHeader, linkTokenHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import type { Log } from '../base/log'
import { networkOf, unknownNetwork } from '../base/network'
import type { Config } from '../config'
import type { Actor } from '../core/actor'
import { findActorUser } from '../core/find-actor-user'
import { LinkTokens } from '../core/link-tokens'
import { sessionEndedHeader } from './headers'
import { parse } from './route'

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

/** Finds the network of the visitor, once for all limits. The first invalid address is logged, without the address
 *  itself. All visitors whose proxy writes invalid addresses share the limits of one network. */
export function findNetwork(log: Log): RequestHandler {
  let hasWarned = false
  return (req, _res, next) => {
    const { ip } = req
    req.network = networkOf(ip)
    if (req.network === unknownNetwork && ip !== undefined && !hasWarned) {
      hasWarned = true
      log.warn(
        'A proxy sent an X-Forwarded-For entry that is not an IP address. All such visitors share the limits of one ' +
          'network: check TRUST_PROXY and the header that the proxy writes.',
      )
    }
    next()
  }
}
