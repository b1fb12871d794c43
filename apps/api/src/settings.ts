/** Every setting, stated once. docs/configuration.md, .env.example and the types follow from this schema. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import {
  choice,
  factor,
  flag,
  httpOrigin,
  httpOrigins,
  issuerUrl,
  mongoUri,
  smtpUrl,
  strongSecret,
  wholeNumber,
} from './config-values'
import { StartError } from './base/failures'

/** A setting whose value is in no message, and may come from a file: `JWT_SECRET_FILE` for `JWT_SECRET`. */
function secret<S extends z.ZodType>(schema: S, description: string) {
  return schema.optional().meta({ description, isSecret: true })
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const settingGroups = {
  Address: z.object({
    PORT: wholeNumber(0, 65_535).prefault('3000').describe('Port. With 0, the system chooses one.'),
    HOST: z
      .string()
      .optional()
      .describe(
        'Address to listen on. Unset: all addresses, IPv4 and IPv6. Use 127.0.0.1 behind a proxy on the same machine.',
      ),
    PUBLIC_URL: httpOrigin()
      .optional()
      .describe(
        'Beginning of shared links, such as https://feedback.example.com. Unset: the address of the request.',
      ),
    TRUST_PROXY: wholeNumber(0, 10)
      .prefault('0')
      .describe(
        'Number of reverse proxies in front of Pinmark. It trusts this many entries of X-Forwarded-For.',
      ),
    ALLOWED_ORIGINS: httpOrigins()
      .prefault('')
      .describe('Other origins whose pages may call the API, separated by commas.'),
  }),
  Access: z.object({
    REGISTRATION: choice('open', 'invited', 'closed')
      .prefault('open')
      .describe(
        'open, invited or closed. invited: with a link that "npm run account -- invite" makes. An instance that never had an account accepts the first one in each case.',
      ),
    DEFAULT_LINK_PERMISSION: choice('view', 'comment', 'manage')
      .prefault('comment')
      .describe('What a new link allows: view, comment or manage.'),
    SESSION_DAYS: wholeNumber(1, 365).prefault('7').describe('Lifetime of a login, in days.'),
    WEBHOOK_ALLOW_PRIVATE: flag()
      .prefault('false')
      .describe("true lets webhooks call addresses in the server's own network."),
  }),
  'Single sign-on': z.object({
    OIDC_ISSUER: issuerUrl()
      .optional()
      .describe(
        'Address of an OpenID Connect issuer, such as https://login.example.com/realms/studio. Unset: no single sign-on. Requires PUBLIC_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; see docs/sign-on.md.',
      ),
    OIDC_CLIENT_ID: z.string().optional().describe('Name of Pinmark at the issuer.'),
    OIDC_CLIENT_SECRET: secret(z.string(), 'Secret of Pinmark at the issuer.'),
    OIDC_NAME: z
      .string()
      .max(40, 'It has to be at most 40 characters long.')
      .prefault('single sign-on')
      .describe('Name of the issuer on the button "Continue with ...".'),
    OIDC_ONLY: flag()
      .prefault('false')
      .describe(
        'true: accounts log in by single sign-on alone. Passwords, their resets and the form to register are off.',
      ),
  }),
  'Mail and webhook messages': z.object({
    SMTP_URL: secret(
      smtpUrl(),
      'Mail server, such as smtps://user:password@mail.example.com. Unset: no mail is sent. Requires PUBLIC_URL and MAIL_FROM.',
    ),
    MAIL_FROM: z.string().optional().describe('Sender address, such as Pinmark <pins@example.com>.'),
    OUTBOX: choice('on', 'off')
      .prefault('on')
      .describe('on or off. off sends no mail and no waiting webhook messages, for trying a restore.'),
  }),
  Data: z.object({
    DATA_DIR: z
      .string()
      .prefault('.data')
      .describe('Folder for everything that must survive a restart: database, images, secrets.'),
    MIN_FREE_DISK_MB: wholeNumber(0)
      .prefault('1000')
      .describe('Below this free space on the disk of the database, only reads and deletions are allowed.'),
    MONGODB_URI: secret(
      mongoUri(),
      'Your own MongoDB: a replica set (one node is enough) or a sharded cluster. Unset: the embedded MongoDB.',
    ),
    MONGODB_PASSWORD: secret(z.string(), 'Password of the user in MONGODB_URI, which then contains none.'),
    MONGOD_PATH: z
      .string()
      .optional()
      .describe(
        'Program of the embedded MongoDB, version 6.0 or newer. Unset: it is found, or downloaded once.',
      ),
    PINMARK_CACHE_DIR: z
      .string()
      .optional()
      .describe('Folder for a downloaded MongoDB. Unset: ~/.cache/pinmark'),
  }),
  Secrets: z.object({
    JWT_SECRET: secret(
      strongSecret(),
      'Signs logins. At least 32 random bytes. Unset: generated at the first start and kept in DATA_DIR. Set it, and PASSWORD_PEPPER, when several servers share one MongoDB.',
    ),
    JWT_SECRET_PREVIOUS: secret(strongSecret(), 'The previous JWT_SECRET. Logins signed with it stay valid.'),
    PASSWORD_PEPPER: secret(
      strongSecret(),
      'Mixed into every password hash. Without it, no password works. At least 32 random bytes. Unset: generated at the first start and kept in DATA_DIR.',
    ),
  }),
  Monitoring: z.object({
    METRICS_TOKEN: secret(
      strongSecret(),
      'Bearer token of /metrics for Prometheus, at least 32 random bytes. Unset: /metrics does not exist.',
    ),
    LOG_LEVEL: choice(...logLevels)
      .optional()
      .describe('debug, info, warn, error or silent. Unset: warn in a terminal, else info.'),
  }),
  Limits: z.object({
    MAX_UPLOAD_MB: wholeNumber(1, 200)
      .prefault('25')
      .describe('Size of one file. An image that is sent as a data URL can have 10 MB.'),
    MAX_PROJECTS_PER_USER: wholeNumber(1)
      .prefault('200')
      .describe('Projects of one account, without the trash.'),
    MAX_STORAGE_GB_PER_USER: wholeNumber(1, 1_000_000)
      .prefault('2')
      .describe(
        'Images of one account. Its trash is emptied, oldest first, when a new image needs the space.',
      ),
    MAX_COMMENTS_PER_PROJECT: wholeNumber(1)
      .prefault('5000')
      .describe('Comments of one project. Its owner may add a tenth more.'),
    RATE_LIMIT_FACTOR: factor()
      .prefault('1')
      .describe('Multiplies every rate limit of docs/configuration.md. 0 switches them off.'),
  }),
}

const settingsSchema = z.object({
  ...settingGroups.Address.shape,
  ...settingGroups.Access.shape,
  ...settingGroups['Single sign-on'].shape,
  ...settingGroups['Mail and webhook messages'].shape,
  ...settingGroups.Data.shape,
  ...settingGroups.Secrets.shape,
  ...settingGroups.Monitoring.shape,
  ...settingGroups.Limits.shape,
})

/** The names of variables that do not belong to a setting. */
export function unknownNames(names: string[]): string[] {
  const isKnown = (name: string) =>
    name in settingsSchema.shape || (name.endsWith('_FILE') && isSecret(name.slice(0, -'_FILE'.length)))
  return names.filter((name) => !isKnown(name)).toSorted()
}

export type Settings = z.output<typeof settingsSchema>
export type LogLevel = (typeof logLevels)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** What to say about a setting of an earlier version. */
const replaced: [name: RegExp, sentence: string][] = [
  [
    /^(RATE_\w+_(PER_MINUTE|PER_HOUR|PER_DAY|AT_ONCE)|LOGIN_FAILURES_BEFORE_DELAY)$/,
    'RATE_LIMIT_FACTOR multiplies all rate limits, which docs/configuration.md lists.',
  ],
  [/^MAX_LIVE_PAGES(_PER_NETWORK)?$/, 'The number of open pages has a fixed limit.'],
  [/^MAX_PICTURES_MB_PER_PROJECT$/, 'Pictures in the comments of one project have a fixed limit.'],
  [/^BCRYPT_COST$/, 'The cost of a password hash is 12.'],
  [/^PUBLIC_IMAGE_CACHE$/, 'Only browsers keep images.'],
]

/** Reads and checks all settings.
 *  @throws StartError that names the first setting with an invalid value */
export function readSettings(env: Environment): Settings {
  for (const name of Object.keys(env)) {
    const found = replaced.find(([old]) => old.test(name))
    if (found && textOf(env, name) !== undefined) {
      throw new StartError(`${name} is no longer a setting. ${found[1]} Remove it.`)
    }
  }
  const names = Object.keys(settingsSchema.shape)
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(names.map((name) => [name, sourceOf(env, name)])),
  )
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  const message = issue?.message ?? ''
  throw new StartError(
    isSecret(name) ? `${name} ${message}` : `${name} is "${textOf(env, name)}". ${message}`,
  )
}

/** The text of a setting, or of the file that its `_FILE` form names. */
function sourceOf(env: Environment, name: string): string | undefined {
  const text = textOf(env, name)
  const file = isSecret(name) ? textOf(env, `${name}_FILE`) : undefined
  if (file === undefined) return text
  if (text !== undefined) throw new StartError(`${name} and ${name}_FILE are both set. Remove one of them.`)
  return readSecret(file, `${name}_FILE`)
}

/** An empty variable counts as one that is not set: compose files and shells leave such ones behind. */
function textOf(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function isSecret(name: string): boolean {
  const schema: z.ZodType | undefined = Object.entries(settingsSchema.shape).find(
    ([key]) => key === name,
  )?.[1]
  return schema?.meta()?.['isSecret'] === true
}

function readSecret(file: string, name: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return text
  } catch (error) {
    throw new StartError(`${name} names ${file}, which cannot be read.`, { cause: error })
  }
  throw new StartError(`${name} names ${file}, which is empty.`)
}
