import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { pageRoutes } from '@pinmark/shared/paths'
import { ratePoints, scaledLimit, type RatePoints } from './http/limits/rate-table'
import { hasCode, StartError } from './base/failures'
import { readSettings, unknownNames, type Environment, type LogLevel, type Settings } from './settings'

/** All settings in the form in which the server uses them, and its fixed limits. `settings.ts` describes the settings. */
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
  registration: Settings['REGISTRATION']
  defaultLinkPermission: Settings['DEFAULT_LINK_PERMISSION']
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
  /** Concurrent requests of one network in one process; more requests wait. */
  requestsAtOnce: number
  /** Multiplies every rate limit; 0: no limits. */
  rateLimitFactor: number
  rates: RatePoints
  passwords: { bcryptCost: number; threads: number }
  secrets: Secrets
  /** Whether mail and webhook messages are sent. If not, they wait in the database. */
  hasOutbox: boolean
  /** How mail is sent; null: no mail. */
  mail: MailSettings | null
  /** The bearer token of /metrics; null: /metrics does not exist. */
  metricsToken: string | null
  /** null: no single sign-on. */
  signOn: SignOnSettings | null
}

export interface SignOnSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the page calls the issuer. */
  name: string
  /** Whether there are no passwords. */
  isOnly: boolean
  /** Where the issuer sends browsers back to. */
  redirectUri: string
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

/** A network is usually one office or household, where each page has its own connection. */
const livePages = { maxLivePagesPerNetwork: 1_000, maxLivePages: 10_000 }
const maxPicturesMb = 500
/** Far above what people do; a browser opens six connections. */
const requestsAtOnce = 10
/** A hash takes a quarter of a second. Each step doubles that. */
const bcryptCost = 12

/** @throws StartError that names the variable with the invalid value */
export function loadConfig(env: Environment): ConfigWithoutSecrets {
  const settings = readSettings(env)
  const factor = settings.RATE_LIMIT_FACTOR
  const hasOutbox = settings.OUTBOX === 'on'
  const mail = mailSettings(settings)
  return {
    port: settings.PORT,
    host: settings.HOST ?? null,
    dataDir: resolve(settings.DATA_DIR),
    // This relative path is the same from this file and from the bundle that contains it.
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    minFreeDiskMb: settings.MIN_FREE_DISK_MB,
    mongodbUri: mongodbUri(settings),
    mongodPath: settings.MONGOD_PATH ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustProxyHops: settings.TRUST_PROXY,
    registration: settings.REGISTRATION,
    defaultLinkPermission: settings.DEFAULT_LINK_PERMISSION,
    webhookAllowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    sessionDays: settings.SESSION_DAYS,
    logLevel: settings.LOG_LEVEL ?? null,
    limits: {
      maxUploadMb: settings.MAX_UPLOAD_MB,
      maxProjects: settings.MAX_PROJECTS_PER_USER,
      maxStorageGb: settings.MAX_STORAGE_GB_PER_USER,
      maxCommentsPerProject: settings.MAX_COMMENTS_PER_PROJECT,
      maxPicturesMb,
      ...livePages,
    },
    rateLimitFactor: factor,
    requestsAtOnce: scaledLimit(requestsAtOnce, factor),
    rates: ratePoints(factor),
    // One core stays free for other requests.
    passwords: { bcryptCost, threads: Math.max(1, availableParallelism() - 1) },
    hasOutbox,
    mail: hasOutbox ? mail : null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    signOn: signOnSettings(settings),
    secrets: {
      jwt: settings.JWT_SECRET ?? null,
      jwtPrevious: settings.JWT_SECRET_PREVIOUS ?? null,
      pepper: settings.PASSWORD_PEPPER ?? null,
    },
  }
}

/** Links in mails need PUBLIC_URL. */
function mailSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings): MailSettings | null {
  if (SMTP_URL === undefined) return null
  if (MAIL_FROM === undefined || !/^[^\r\n]*@[^\s@]+$/.test(MAIL_FROM)) {
    throw new StartError(
      'SMTP_URL needs MAIL_FROM: the sender of the mails, such as Pinmark <pins@example.com>.',
    )
  }
  if (PUBLIC_URL === undefined)
    throw new StartError('SMTP_URL needs PUBLIC_URL: links in mails start with it.')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM }
}

/** The issuer sends browsers back to PUBLIC_URL alone. */
function signOnSettings(settings: Settings): SignOnSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL } = settings
  if (OIDC_ISSUER === undefined) {
    if (settings.OIDC_ONLY)
      throw new StartError('OIDC_ONLY needs OIDC_ISSUER: without both, nobody can log in.')
    return null
  }
  const missing = Object.entries({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL }).find(
    ([, value]) => !value,
  )
  if (missing) throw new StartError(`OIDC_ISSUER needs ${missing[0]}.`)
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID ?? '',
    clientSecret: OIDC_CLIENT_SECRET ?? '',
    name: settings.OIDC_NAME,
    isOnly: settings.OIDC_ONLY,
    redirectUri: `${PUBLIC_URL}${pageRoutes.signOn}`,
  }
}

/** The address of MongoDB with the password of its user. */
function mongodbUri({ MONGODB_URI, MONGODB_PASSWORD }: Settings): string | null {
  if (MONGODB_URI === undefined || MONGODB_PASSWORD === undefined) return MONGODB_URI ?? null
  const [, scheme, user, rest] = /^(mongodb(?:\+srv)?:\/\/)([^/@:]+)(@.*)$/.exec(MONGODB_URI) ?? []
  if (user === undefined) {
    throw new StartError(
      'MONGODB_PASSWORD needs a MONGODB_URI with a user and without a password: mongodb://user@host/pinmark.',
    )
  }
  return `${scheme}${user}:${encodeURIComponent(MONGODB_PASSWORD)}${rest}`
}

/** Tests of the built server start it with `--test-password-cost=10`, because they log in very often. */
export function withTestCost(config: ConfigWithoutSecrets, argument = ''): ConfigWithoutSecrets {
  const [, cost] = /^--test-password-cost=(1\d)$/.exec(argument) ?? []
  if (cost === undefined) return config
  return { ...config, passwords: { ...config.passwords, bcryptCost: Number(cost) } }
}

/** Reads the environment of this process, plus the lines of `.env` for variables that it does not set.
 *  @returns also a sentence that names the lines of `.env` that set nothing; null if every line is a setting. Without it, a
 *  misspelt REGISTRATION would leave the registration open silently.
 *  @throws StartError */
export function readEnvironment(file = '.env'): { environment: Environment; useless: string | null } {
  const lines = parseEnv(textOf(file))
  for (const [name, value] of Object.entries(lines)) process.env[name] ??= value
  const unknown = unknownNames(Object.keys(lines))
  const useless =
    unknown.length === 0 ? null : `.env sets ${unknown.join(', ')}, which Pinmark does not know.`
  return { environment: process.env, useless }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw new StartError(
      `${resolve(file)} cannot be read. Make it a file that this user may read, or remove it.`,
      { cause: error },
    )
  }
}
