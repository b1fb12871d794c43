import type { RequestHandler } from 'express'
import mongoose, { type mongo } from 'mongoose'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { followProject } from '@pinmark/shared/api/live'
import { errorCodeHeader } from '@pinmark/shared/paths'
import { rendererLoad } from '../images/renditions/render'
import { connection } from '../mongo/database'
import { pinmarkVersion } from '../version'

export interface Metrics {
  registry: Registry
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  refusals: Counter<'code'>
}

interface Sources {
  openStreams: () => number
  /** null if unknown. */
  freeDiskBytes: () => number | null
  trashBytes: () => Promise<number>
}

/** How long the size of the trash is reused, because counting reads an entry for each project in it. */
const trashCachedMs = 60_000

/** The metrics of this process for Prometheus. Labels contain templates, codes and methods, never an id: an
 *  id would create a series for each project, and put a secret into a dashboard.
 *  @see https://prometheus.io/docs/practices/naming/ */
export function createMetrics({ openStreams, freeDiskBytes, trashBytes }: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor time, open files, delay of the event loop, garbage collection.
  collectDefaultMetrics({ register: registry })

  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  new Gauge({
    name: 'pinmark_build_info',
    help: 'Always 1; the version of Pinmark is its label.',
    labelNames: ['version'],
    registers,
  }).set({ version: pinmarkVersion }, 1)
  gauge('pinmark_event_streams_open', 'Open pages with a live connection to this process.', openStreams)
  gauge('pinmark_images_rendering', 'Uploads being prepared.', () => rendererLoad().running)
  gauge('pinmark_images_waiting', 'Uploads in the queue.', () => rendererLoad().waiting)
  const pool = databasePool()
  gauge('pinmark_database_connections', 'Connections to the database.', () => pool.open())
  gauge('pinmark_database_connections_in_use', 'Connections in use.', () => pool.inUse())
  gauge('pinmark_database_waiting', 'Commands that wait for a connection.', () => pool.waiting())

  gauge(
    'pinmark_disk_free_bytes',
    'Free space on the disk of the database.',
    () => freeDiskBytes() ?? Number.NaN,
  )
  gauge('pinmark_trash_bytes', 'Images of projects in the trash.', cached(trashBytes, trashCachedMs))

  return {
    registry,
    requestSeconds: new Histogram({
      name: 'pinmark_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer, without event streams.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    refusals: new Counter({
      name: 'pinmark_http_refusals_total',
      help: 'Answers with an error, by its code; too_many_... are the rate limits.',
      labelNames: ['code'],
      registers,
    }),
  }
}

/** Limits how often a value is read. NaN if it cannot be read, because the other metrics are needed most at
 *  that time. */
function cached(read: () => Promise<number>, forMs: number): () => Promise<number> {
  let value: Promise<number> | undefined
  return () => {
    if (!value) {
      value = read().catch(() => Number.NaN)
      setTimeout(() => (value = undefined), forMs).unref()
    }
    return value
  }
}

interface DatabasePool {
  open: () => number
  inUse: () => number
  waiting: () => number
}

/** Counts the connections of mongoose from the events of the driver, over every reconnect.
 *  @see https://www.mongodb.com/docs/drivers/node/current/monitoring-and-logging/monitoring/#connection-pool-events */
function databasePool(): DatabasePool {
  let open = 0
  let inUse = 0
  let waiting = 0
  const watched = new WeakSet<mongo.MongoClient>()

  const watch = () => {
    const client = connection.getClient()
    if (watched.has(client)) return
    watched.add(client)
    open = inUse = waiting = 0
    client.on('connectionCreated', () => (open += 1))
    client.on('connectionClosed', () => (open = Math.max(0, open - 1)))
    client.on('connectionCheckOutStarted', () => (waiting += 1))
    client.on('connectionCheckedOut', () => {
      waiting = Math.max(0, waiting - 1)
      inUse += 1
    })
    client.on('connectionCheckOutFailed', () => (waiting = Math.max(0, waiting - 1)))
    // Connections that were taken before the count began are returned too.
    client.on('connectionCheckedIn', () => (inUse = Math.max(0, inUse - 1)))
  }
  connection.on('connected', watch)
  if (connection.readyState === mongoose.ConnectionStates.connected) watch()
  return { open: () => open, inUse: () => inUse, waiting: () => waiting }
}

/** Times every answer under the template of its address, and counts refusals by their code. */
export function measureRequests({ requestSeconds, refusals }: Metrics): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      const code = res.getHeader(errorCodeHeader)
      if (typeof code === 'string') refusals.inc({ code })
      // An event stream lasts as long as its page is open.
      if (req.endpoint === followProject && res.statusCode === 200) return
      const status = res.writableFinished ? String(res.statusCode) : 'aborted'
      const route = req.routePattern ?? 'none'
      requestSeconds.observe({ method: req.method, route, status }, (performance.now() - startedAt) / 1_000)
    })
    next()
  }
}
