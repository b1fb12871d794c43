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

/** Everything that can be set from outside, read once at the start. The table in the README explains each. */
export interface Config {
  port: number
  /** null: every address of this machine, IPv4 and IPv6. */
  host: string | null
  /** Everything that must survive a restart is below this folder. */
  dataDir: string
  /** The built web app. */
  webDir: string
  /** Below this much free space on the disk of the database nothing is taken that grows. */
  minFreeDiskMb: number
  mongodbUri: string | null
  mongodPath: string | null
  /** Where shared links begin; null: the address the request came to. Without a slash at its end. */
  publicUrl: string | null
  allowedOrigins: string[]
  /** How many proxies in front are ours: that many entries of X-Forwarded-For are believed. */
  trustProxyHops: number
  registration: 'open' | 'closed'
  defaultLinkPermission: LinkPermission
  publicImageCache: boolean
  /** Whether webhooks may lead into the network of this server. */
  webhookAllowPrivate: boolean
  sessionDays: number
  /** null: `info`, and on a terminal `warn`. */
  logLevel: LogLevel | null
  limits: {
    maxUploadMb: number
    maxProjects: number
    maxStorageGb: number
    maxCommentsPerProject: number
    /** Of pictures in the comments of one project, those not yet sent with one included. */
    maxPicturesMb: number
    /** Pages of one network that may follow projects live through one process. */
    maxLivePagesPerNetwork: number
    /** Of one process. */
    maxLivePages: number
  }
  rates: {
    requestsPerMinute: number
    /** Under way at a time in one process; the next ones wait. */
    requestsAtOnce: number
    commentsPerMinute: number
    /** Comments, edits, moves, resolves, deletes and changes of the project together. */
    changesPerMinute: number
    commentsPerDay: number
    /** Pictures for comments that one network sends to one project. */
    picturesPerMinute: number
    picturesPerDay: number
    /** Browsers of one network whose first visit to one project is stored. */
    visitorsPerDay: number
    linkMissesPerMinute: number
    loginsPerMinute: number
    loginsPerAccountPerDay: number
    /** Failed tries for one account from one network before each further one has to wait. */
    freeLoginFailures: number
    registrationsPerHour: number
    /** Images that one account sends. */
    uploadsPerMinute: number
    /** Downloads of one account's data. */
    exportsPerHour: number
    /** New webhooks, tests and repeated deliveries of one account. */
    webhookCallsPerMinute: number
    /** Mail addresses that visitors of one network enter. */
    addressesPerHour: number
    /** The same on one project. */
    addressesPerProjectPerDay: number
    /** Mails to one address that ask whether it is theirs. */
    confirmationsPerDay: number
  }
  passwords: { bcryptCost: number; threads: number }
  secrets: Secrets
  /** How mail is sent; null: none is. */
  mail: MailSettings | null
  /** The bearer token of /metrics; null: there is no such address. */
  metricsToken: string | null
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  smtpUrl: string
  from: string
}

export interface Secrets {
  /** Signs tokens. */
  jwt: string
  /** Still accepted, so that a change of the secret ends no session. */
  jwtPrevious: string | null
  /** Mixed into every password before it is hashed. */
  pepper: string
}

/** What the environment says. Secrets it leaves open are made at the first start and kept in the data folder. */
export interface ConfigWithoutSecrets extends Omit<Config, 'secrets'> {
  secrets: { jwt: string | null; jwtPrevious: string | null; pepper: string | null }
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** @throws StartError naming the variable whose value cannot be used */
export function loadConfig(env: Environment): ConfigWithoutSecrets {
  return {
    port: wholeNumber(env, 'PORT', { default: 3000, min: 0, max: 65_535 }),
    host: optionalText(env, 'HOST'),
    dataDir: resolve(optionalText(env, 'DATA_DIR') ?? '.data'),
    // As far away from this file as from the bundle it becomes part of.
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
      uploadsPerMinute: rate(env, 'RATE_UPLOADS_PER_MINUTE', 120),
      exportsPerHour: rate(env, 'RATE_EXPORTS_PER_HOUR', 10),
      webhookCallsPerMinute: rate(env, 'RATE_WEBHOOK_CALLS_PER_MINUTE', 30),
      addressesPerHour: rate(env, 'RATE_ADDRESSES_PER_HOUR', 20),
      addressesPerProjectPerDay: rate(env, 'RATE_PROJECT_ADDRESSES_PER_DAY', 100),
      confirmationsPerDay: rate(env, 'RATE_CONFIRMATIONS_PER_DAY', 3),
    },
    passwords: {
      bcryptCost: wholeNumber(env, 'BCRYPT_COST', { default: 12, min: 10, max: 16 }),
      // One core stays free to answer everyone else.
      threads: Math.max(1, availableParallelism() - 1),
    },
    mail: mailSettings(env, 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'),
    metricsToken: secret(env, 'METRICS_TOKEN'),
    secrets: {
      jwt: secret(env, 'JWT_SECRET'),
      jwtPrevious: secret(env, 'JWT_SECRET_PREVIOUS'),
      pepper: secret(env, 'PASSWORD_PEPPER'),
    },
  }
}

/** The environment of this process, with the lines of `.env` that it does not set itself. */
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
