import type { RequestHandler } from 'express'
import { networkOf, unknownNetwork } from '../base/network'
import type { Log } from '../base/log'

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
