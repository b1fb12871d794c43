import { networkInterfaces } from 'node:os'
import { typedCommand } from './base/failures'
import type { Config } from './config'
import type { MongoVersion } from './mongo/mongod/check-deployment'
import { documentation, pinmarkVersion } from './version'

interface Started {
  config: Config
  port: number
  /** Where the data is stored, as text. */
  database: string
  mongo: MongoVersion
  /** Free space on the disk of the database; null if unknown. */
  freeBytes: number | null
}

/** The summary for the person who started Pinmark: eight lines at most. `/plans` shows the limits. */
export function startBlock({ config, port, database, mongo, freeBytes }: Started): string {
  const { local, network } = reachableAddresses(config.host, port)
  const rows: [string, string][] = [
    ['Open', local],
    ...(network.length === 0 ? [] : [['Network', network.join(', ')] satisfies [string, string]]),
    ...(config.publicUrl === null ? [] : [['Shared as', config.publicUrl] satisfies [string, string]]),
    ['Data', `${database}; to back it up, run "${typedCommand('backup', 'FILE')}"`],
    ['MongoDB', mongo.warning === null ? mongo.version : `${mongo.version}, ${mongo.warning}`],
    ['Disk', freeBytes === null ? 'free space unknown' : `${inMb(freeBytes)} MB free`],
    ['Docs', `${documentation}, API: ${local}/docs`],
  ]
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}${value}`)
  const title = `  Pinmark is running: version ${pinmarkVersion}. Press Ctrl-C to stop it.`
  return ['', title, '', ...lines, ''].join('\n')
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
