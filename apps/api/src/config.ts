import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limits } from '@pinmark/shared/limits'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import {
  choice,
  flag,
  httpOrigin,
  httpOrigins,
  mailSettings,
  mongoUri,
  optionalText,
  secret,
  wholeNumber,
  withPassword,
} from './config-values'

/** All settings, read once at the start. The tables in the README explain them. */
export interface Config {
  port: number
  /** null: every address of this machine, IPv4 and IPv6. */
  host: string | null
  /** Everything that must survive a restart is below this folder. */
  dataDir: string
  /** The built web app. */
  webDir: string
  /** Below this free space on the disk of the database, calls that store something are refused. */
  minFreeDiskMb: number
  mongodbUri: string | null
  mongodPath: string | null
  /** Beginning of shared links, without a trailing slash; null: the address of the request. */
  publicUrl: string | null
  allowedOrigins: string[]
  /** Number of reverse proxies in front. This many entries of X-Forwarded-For are trusted. */
  trustProxyHops: number
  registration: 'open' | 'closed'
  defaultLinkPermission: LinkPermission
  publicImageCache: boolean
  /** Whether webhooks may call addresses in the server's own network. */
  webhookAllowPrivate: boolean
  sessionDays: number
  /** null: `warn` in a terminal, otherwise `info`. */
  logLevel: LogLevel | null
  limits: {
    maxUploadMb: number
    maxProjects: number
    maxStorageGb: number
    maxCommentsPerProject: number
    /** Pictures in the comments of one project, including those that are not sent yet. */
    maxPicturesMb: number
    /** Live pages of one network in one process. */
    maxLivePagesPerNetwork: number
    /** Live pages of all networks in one process. */
    maxLivePages: number
  }
  rates: {
    requestsPerMinute: number
    /** Concurrent requests of one network in one process; more requests wait. */
    requestsAtOnce: number
    commentsPerMinute: number
    /** Comments, edits, moves, resolves, deletions and changes of the project together. */
    changesPerMinute: number
    commentsPerDay: number
    /** Pictures for comments of one network in one project. */
    picturesPerMinute: number
    picturesPerDay: number
    /** New browsers of one network whose visit to one project is stored. */
    visitorsPerDay: number
    linkMissesPerMinute: number
    loginsPerMinute: number
    loginsPerAccountPerDay: number
    /** Failed attempts for one account from one network before each further attempt has to wait. */
    freeLoginFailures: number
    registrationsPerHour: number
    /** Changes of the name of one account. */
    renamesPerHour: number
    /** Images uploaded by one account. */
    uploadsPerMinute: number
    /** Downloads of all data of one account. */
    exportsPerHour: number
    /** New webhooks, test messages and redeliveries of one account. */
    webhookCallsPerMinute: number
    /** Mail addresses that visitors of one network enter. */
    addressesPerHour: number
    /** The same in one project. */
    addressesPerProjectPerDay: number
    /** Confirmation mails to one address. */
    confirmationsPerDay: number
    /** Requests for a reset mail to one address, before its mails become rare. */
    resetsPerDay: number
  }
  passwords: { bcryptCost: number; threads: number }
  secrets: Secrets
  /** Whether mail and webhook messages are sent. If not, they wait in the database. */
  hasOutbox: boolean
  /** How mail is sent; null: no mail. */
  mail: MailSettings | null
  /** The bearer token of /metrics; null: /metrics does not exist. */
  metricsToken: string | null
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  smtpUrl: string
  from: string
}

export interface Secrets {
  /** Signs tokens. */
  jwt: string
  /** Still accepted, so that a change of the secret does not end sessions. */
  jwtPrevious: string | null
  /** Mixed into every password before it is hashed. */
  pepper: string
}

/** The settings of the environment. Missing secrets are generated at the first start and kept in the data
 *  folder. */
export interface ConfigWithoutSecrets extends Omit<Config, 'secrets'> {
  secrets: { jwt: string | null; jwtPrevious: string | null; pepper: string | null }
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** @throws StartError that names the variable with the invalid value */
export function loadConfig(env: Environment): ConfigWithoutSecrets {
  const hasOutbox = choice(env, 'OUTBOX', ['on', 'off'], 'on') === 'on'
  return {
    port: wholeNumber(env, 'PORT', { default: 3000, min: 0, max: 65_535 }),
    host: optionalText(env, 'HOST'),
    dataDir: resolve(optionalText(env, 'DATA_DIR') ?? '.data'),
    // This relative path is the same from this file and from the bundle that contains it.
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    minFreeDiskMb: wholeNumber(env, 'MIN_FREE_DISK_MB', { default: 1_000, min: 0 }),
    mongodbUri: withPassword(mongoUri(env, 'MONGODB_URI'), env, 'MONGODB_PASSWORD_FILE'),
    mongodPath: optionalText(env, 'MONGOD_PATH'),
    publicUrl: httpOrigin(env, 'PUBLIC_URL'),
    allowedOrigins: httpOrigins(env, 'ALLOWED_ORIGINS'),
    trustProxyHops: wholeNumber(env, 'TRUST_PROXY', { default: 0, min: 0, max: 10 }),
    registration: choice(env, 'REGISTRATION', ['open', 'closed'], 'open'),
    defaultLinkPermission: choice(env, 'DEFAULT_LINK_PERMISSION', ['view', 'comment', 'manage'], 'comment'),
    publicImageCache: flag(env, 'PUBLIC_IMAGE_CACHE'),
    webhookAllowPrivate: flag(env, 'WEBHOOK_ALLOW_PRIVATE'),
    sessionDays: wholeNumber(env, 'SESSION_DAYS', { default: 7, min: 1, max: 365 }),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, null),
    limits: {
      maxUploadMb: wholeNumber(env, 'MAX_UPLOAD_MB', {
        default: limits.image.maxMultipartMb,
        min: 1,
        max: 200,
      }),
      maxProjects: wholeNumber(env, 'MAX_PROJECTS_PER_USER', { default: 200, min: 1 }),
      maxStorageGb: wholeNumber(env, 'MAX_STORAGE_GB_PER_USER', { default: 2, min: 1, max: 1_000_000 }),
      maxCommentsPerProject: wholeNumber(env, 'MAX_COMMENTS_PER_PROJECT', { default: 5_000, min: 1 }),
      maxPicturesMb: wholeNumber(env, 'MAX_PICTURES_MB_PER_PROJECT', { default: 500, min: 1 }),
      maxLivePages: wholeNumber(env, 'MAX_LIVE_PAGES', { default: 10_000, min: 1 }),
      maxLivePagesPerNetwork: wholeNumber(env, 'MAX_LIVE_PAGES_PER_NETWORK', { default: 1_000, min: 1 }),
    },
    rates: {
      requestsPerMinute: rate(env, 'RATE_REQUESTS_PER_MINUTE', 12_000),
      requestsAtOnce: rate(env, 'RATE_REQUESTS_AT_ONCE', 10),
      commentsPerMinute: rate(env, 'RATE_COMMENTS_PER_MINUTE', 120),
      changesPerMinute: rate(env, 'RATE_CHANGES_PER_MINUTE', 600),
      commentsPerDay: rate(env, 'RATE_COMMENTS_PER_DAY', 2_000),
      picturesPerMinute: rate(env, 'RATE_PICTURES_PER_MINUTE', 60),
      picturesPerDay: rate(env, 'RATE_PICTURES_PER_DAY', 500),
      visitorsPerDay: rate(env, 'RATE_VISITORS_PER_DAY', 500),
      linkMissesPerMinute: rate(env, 'RATE_LINK_MISSES_PER_MINUTE', 60),
      loginsPerMinute: rate(env, 'RATE_LOGINS_PER_MINUTE', 30),
      loginsPerAccountPerDay: rate(env, 'RATE_LOGINS_PER_ACCOUNT_PER_DAY', 100),
      freeLoginFailures: rate(env, 'LOGIN_FAILURES_BEFORE_DELAY', 5),
      registrationsPerHour: rate(env, 'RATE_REGISTRATIONS_PER_HOUR', 60),
      renamesPerHour: rate(env, 'RATE_RENAMES_PER_HOUR', 30),
      uploadsPerMinute: rate(env, 'RATE_UPLOADS_PER_MINUTE', 120),
      exportsPerHour: rate(env, 'RATE_EXPORTS_PER_HOUR', 10),
      webhookCallsPerMinute: rate(env, 'RATE_WEBHOOK_CALLS_PER_MINUTE', 30),
      addressesPerHour: rate(env, 'RATE_ADDRESSES_PER_HOUR', 20),
      addressesPerProjectPerDay: rate(env, 'RATE_PROJECT_ADDRESSES_PER_DAY', 100),
      confirmationsPerDay: rate(env, 'RATE_CONFIRMATIONS_PER_DAY', 3),
      resetsPerDay: rate(env, 'RATE_RESETS_PER_DAY', 10),
    },
    passwords: {
      bcryptCost: wholeNumber(env, 'BCRYPT_COST', { default: 12, min: 10, max: 16 }),
      // One core stays free for other requests.
      threads: Math.max(1, availableParallelism() - 1),
    },
    hasOutbox,
    mail: hasOutbox ? mailSettings(env, 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL') : null,
    metricsToken: secret(env, 'METRICS_TOKEN'),
    secrets: {
      jwt: secret(env, 'JWT_SECRET'),
      jwtPrevious: secret(env, 'JWT_SECRET_PREVIOUS'),
      pepper: secret(env, 'PASSWORD_PEPPER'),
    },
  }
}

/** The environment of this process, plus the lines of `.env` for variables that it does not set. */
export function readEnvironment(): Environment {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!isMissingFile(error)) throw error
  }
  return process.env
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function rate(env: Environment, name: string, standard: number): number {
  return wholeNumber(env, name, { default: standard, min: 1 })
}
