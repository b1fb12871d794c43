import { networkInterfaces } from 'node:os'
import type { Config } from './config'
import type { MongoVersion } from './platform/mongod/minimum-version'

interface Started {
  config: Config
  port: number
  /** Where the data is stored, as text. */
  database: string
  mongo: MongoVersion
  /** Free space on the disk of the database; null if unknown. */
  freeBytes: number | null
}

/** The summary for the person who started Pinmark. */
export function startBlock({ config, port, database, mongo, freeBytes }: Started): string {
  const { limits, rateLimitFactor: factor } = config
  const { local, network } = reachableAddresses(config.host, port)
  const rows: [string, string][] = [
    ['Open', local],
    ...network.map((address): [string, string] => ['On your network', address]),
    ...(config.publicUrl === null ? [] : [['Shared as', config.publicUrl] satisfies [string, string]]),
    ['Data', `${database}; back up the whole folder ${config.dataDir}`],
    ['MongoDB', mongo.warning === null ? mongo.version : `${mongo.version}, ${mongo.warning}`],
    ['Disk', diskLine(freeBytes, config.minFreeDiskMb)],
    ['New links allow', `${config.defaultLinkPermission} (DEFAULT_LINK_PERMISSION)`],
    ['Registration', config.registration === 'open' ? 'open' : 'closed, except for the first account'],
    ['Uploads', `up to ${limits.maxUploadMb} MB`],
    ['Each account', `${limits.maxProjects} projects, ${limits.maxStorageGb} GB`],
    ['Each project', `${limits.maxCommentsPerProject} comments with ${limits.maxPicturesMb} MB of pictures`],
    [
      'Rate limits',
      factor === 0
        ? 'off (RATE_LIMIT_FACTOR=0)'
        : `those of docs/configuration.md, times ${factor} (RATE_LIMIT_FACTOR)`,
    ],
    ['API', `${local}/docs`],
  ]
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}${value}`)
  return ['', '  Pinmark is running. Press Ctrl-C to stop it.', '', ...lines, ''].join('\n')
}

function diskLine(freeBytes: number | null, minFreeDiskMb: number): string {
  const free = freeBytes === null ? 'free space unknown' : `${inMb(freeBytes)} MB free`
  return `${free}; below ${inMb(minFreeDiskMb * 1e6)} MB only reading and deleting work (MIN_FREE_DISK_MB)`
}

function inMb(bytes: number): string {
  return Math.floor(bytes / 1e6).toLocaleString('en')
}

/** Addresses of the server: on this machine, and from other machines of its network. */
function reachableAddresses(host: string | null, port: number): { local: string; network: string[] } {
  if (host !== null && !isEveryAddress(host)) return { local: `http://${inUrl(host)}:${port}`, network: [] }
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return {
    local: `http://localhost:${port}`,
    network: addresses.map(({ address }) => `http://${address}:${port}`),
  }
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
