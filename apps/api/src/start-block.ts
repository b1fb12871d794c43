import type { Config } from './config'
import { reachableAddresses } from './platform/addresses'
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
  const { limits, rates } = config
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
    [
      'Each account',
      `${limits.maxProjects} projects, ${limits.maxStorageGb} GB, ` +
        `${rates.uploadsPerMinute} uploads a minute, ${rates.exportsPerHour} downloads of its data an hour, ` +
        `${rates.renamesPerHour} new names an hour`,
    ],
    ['Each project', `${limits.maxCommentsPerProject} comments with ${limits.maxPicturesMb} MB of pictures`],
    [
      'Each network',
      `${rates.commentsPerMinute} comments a minute and ${rates.commentsPerDay} a day per project, ` +
        `${rates.picturesPerMinute} pictures for them a minute and ${rates.picturesPerDay} a day, ` +
        `${rates.visitorsPerDay} new visitors a day per project, ` +
        `${rates.changesPerMinute} changes a minute per project, ` +
        `${rates.loginsPerMinute} logins a minute, ${rates.registrationsPerHour} new accounts an hour, ` +
        `${rates.linkMissesPerMinute} requests for unknown links a minute, ${rates.requestsPerMinute} requests a minute, ` +
        `${rates.requestsAtOnce} of them at once, ${limits.maxLivePagesPerNetwork} open pages`,
    ],
    ...(config.mail === null
      ? []
      : [
          [
            'Mail addresses',
            `${rates.addressesPerHour} an hour per network, ${rates.addressesPerProjectPerDay} a day per project, ` +
              `${rates.confirmationsPerDay} mails a day to an unconfirmed one, ` +
              `rare reset mails after ${rates.resetsPerDay} requests a day`,
          ] satisfies [string, string],
        ]),
    [
      'Logins',
      `increasing wait after ${rates.freeLoginFailures} failures, ` +
        `${rates.loginsPerAccountPerDay} attempts a day per account from new networks and browsers`,
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
