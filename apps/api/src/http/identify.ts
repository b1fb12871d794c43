import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import { requestHeaders } from '@pinmark/shared/api/parameters'
import { guestSecretHeader, linkTokenHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import type { Log } from '../base/log'
import type { Config } from '../config'
import { type Actor, findActorUser } from '../core/actor'
import { LinkTokens } from '../base/seal'
import { sessionEndedHeader } from './headers'
import { parse } from './route'
import { chooseLanguage, languageInCookies, type Language } from '@pinmark/words/languages'
import { wordingIn, type Wording } from '@pinmark/words/server'

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

/** The network of visitors without a known address. They all share one set of limits. */
const unknownNetwork = 'unknown'

/** The network an address belongs to: IPv4 by /24, IPv6 by /56. One person or office is usually one of these.
 *  @param address as a proxy writes it: Azure and IIS add the port, which differs in every connection */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return unknownNetwork
  const bare = withoutPort(address.trim())
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  const ip = mapped ?? bare.replace(/%.*$/, '')
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
  if (!isIPv6(ip)) return unknownNetwork
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(ip).parts
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** `192.0.2.1:5678`, `[2001:db8::1]:443` and `"[2001:db8::1]"` without what surrounds the address. An IPv6 address
 *  without brackets has no port: its last group would be taken for one. */
function withoutPort(text: string): string {
  const address = text.replace(/^"(.*)"$/, '$1')
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The language that was chosen in the browser, or else the first one that the browser asks for and that there is. */
export function languageOf(req: Request): Language {
  return chooseLanguage([languageInCookies(req.get('cookie') ?? ''), ...req.acceptsLanguages()])
}

export function wordingOf(req: Request): Wording {
  return wordingIn(languageOf(req))
}
