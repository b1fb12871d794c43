import type { RequestHandler } from 'express'
import { hasPendingConnections, runAfterPendingConnections } from '../../base/pending-connections'
import '../request'

/** Number of requests that start in one turn of the event loop while connections arrive, at most one per
 *  network. */
const startsInTurn = 4

/** Delays requests until all connections that the operating system has ready are accepted. Then the networks
 *  take turns. In order of arrival, a visitor would wait for the requests of everyone who connected before
 *  them. Use it behind `findNetwork`. */
export function acceptFirst(): RequestHandler {
  /** The network whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const startSome = () => {
    for (const [network, [next, ...others]] of [...waiting].slice(0, startsInTurn)) {
      // Moved to the end: a Map keeps the order of insertion.
      waiting.delete(network)
      if (others.length > 0) waiting.set(network, others)
      next?.()
    }
    if (waiting.size > 0) runAfterPendingConnections(startSome)
  }
  return (req, _res, next) => {
    if (!hasPendingConnections() && waiting.size === 0) return next()
    if (waiting.size === 0) runAfterPendingConnections(startSome)
    const start = () => {
      // The visitor has left.
      if (!req.socket.destroyed) next()
    }
    const ofNetwork = waiting.get(req.network)
    if (ofNetwork) ofNetwork.push(start)
    else waiting.set(req.network, [start])
  }
}
