import type { RequestHandler } from 'express'
import { hasNewcomers, runAfterNewcomers } from '../../base/newcomers'
import '../request'

/** While connections arrive, so many requests start in a turn of the event loop, one of each network. */
const startsInTurn = 4

/** Lets requests wait until all connections are accepted that the operating system has ready, and starts those of each
 *  network in turn. In order of arrival, a visitor would wait for the requests of all who connected before them.
 *  Belongs behind `findNetwork`. */
export function acceptFirst(): RequestHandler {
  /** The network whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const startSome = () => {
    for (const [network, [next, ...others]] of [...waiting].slice(0, startsInTurn)) {
      // To the end: a Map keeps the order of insertion.
      waiting.delete(network)
      if (others.length > 0) waiting.set(network, others)
      next?.()
    }
    if (waiting.size > 0) runAfterNewcomers(startSome)
  }
  return (req, _res, next) => {
    if (!hasNewcomers() && waiting.size === 0) return next()
    if (waiting.size === 0) runAfterNewcomers(startSome)
    const start = () => {
      // The visitor has left.
      if (!req.socket.destroyed) next()
    }
    const ofNetwork = waiting.get(req.network)
    if (ofNetwork) ofNetwork.push(start)
    else waiting.set(req.network, [start])
  }
}
