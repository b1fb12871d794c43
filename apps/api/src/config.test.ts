import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig, readEnvironment, withTestCost } from './config'
import { StartError } from './base/failures'
import { settingGroups } from './settings'

test('no variable is required', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: null,
    dataDir: expect.stringMatching(/\.data$/),
    mongodbUri: null,
    registration: 'open',
    defaultLinkPermission: 'comment',
    trustProxyHops: 0,
    sessionDays: 7,
    limits: { maxUploadMb: 25, maxProjects: 200, maxStorageGb: 2, maxCommentsPerProject: 5_000 },
    secrets: { jwt: null, jwtPrevious: null, pepper: null },
  })
})

test('there are few settings: 28, and 5 of single sign-on, which has an address and a secret', () => {
  const names = Object.values(settingGroups).flatMap((group) => Object.keys(group.shape))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeLessThanOrEqual(33)
})

test.each([
  ['RATE_COMMENTS_PER_MINUTE', 'RATE_LIMIT_FACTOR multiplies all rate limits'],
  ['RATE_REQUESTS_AT_ONCE', 'RATE_LIMIT_FACTOR multiplies all rate limits'],
  ['LOGIN_FAILURES_BEFORE_DELAY', 'RATE_LIMIT_FACTOR multiplies all rate limits'],
  ['MAX_LIVE_PAGES', 'The number of open pages has a fixed limit'],
  ['MAX_LIVE_PAGES_PER_NETWORK', 'The number of open pages has a fixed limit'],
  ['MAX_PICTURES_MB_PER_PROJECT', 'Pictures in the comments of one project have a fixed limit'],
  ['BCRYPT_COST', 'The cost of a password hash is 12'],
  ['PUBLIC_IMAGE_CACHE', 'Only browsers keep images'],
])('%s of an earlier version stops the start, and says what replaced it', (name, sentence) => {
  expect(() => loadConfig({ [name]: '1' })).toThrow(StartError)
  expect(() => loadConfig({ [name]: '1' })).toThrow(`${name} is no longer a setting. ${sentence}`)
  expect(loadConfig({ [name]: '' })).toEqual(loadConfig({}))
})

test.each(['0', '0.5', '999', '12.25'])('a factor of %s multiplies the rate limits', (RATE_LIMIT_FACTOR) => {
  const factor = Number(RATE_LIMIT_FACTOR)
  expect(loadConfig({ RATE_LIMIT_FACTOR })).toMatchObject({
    rateLimitFactor: factor,
    requestsAtOnce: factor === 0 ? Infinity : Math.round(10 * factor),
    rates: { comment: factor === 0 ? Infinity : 120 * factor },
  })
})

test('an empty variable counts as not set', () => {
  expect(loadConfig({ PORT: '', HOST: ' ', JWT_SECRET: '', PUBLIC_URL: '' })).toEqual(loadConfig({}))
})

test('values are parsed to their types', () => {
  const secret = 'vX8-kQ2zR7mN4tB9wL5cJ1hF6dS3gA0y'
  const env = {
    PORT: '8080',
    PUBLIC_URL: 'https://Pins.Example.com/',
    ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
    REGISTRATION: 'closed',
    DEFAULT_LINK_PERMISSION: 'manage',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    JWT_SECRET: secret,
  }
  expect(loadConfig(env)).toMatchObject({
    port: 8080,
    publicUrl: 'https://pins.example.com',
    allowedOrigins: ['https://a.example', 'http://localhost:5173'],
    registration: 'closed',
    defaultLinkPermission: 'manage',
    webhookAllowPrivate: true,
    secrets: { jwt: secret },
  })
})

test('the minimum and the maximum are valid', () => {
  expect(loadConfig({ PORT: '65535', TRUST_PROXY: '0' })).toMatchObject({ port: 65_535, trustProxyHops: 0 })
})

test('a refused choice or number is reported with the valid values', () => {
  expect(() => loadConfig({ REGISTRATION: 'maybe' })).toThrow('one of: open, invited, closed.')
  expect(() => loadConfig({ WEBHOOK_ALLOW_PRIVATE: 'yes' })).toThrow('one of: true, false.')
  expect(() => loadConfig({ PORT: '70000' })).toThrow('to 65535.')
})

test('lines of .env that set nothing are named, such as misspelt ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, '.env')
  const uselessLines = () => readEnvironment(file).useless
  expect(uselessLines()).toBeNull()
  await writeFile(file, '# REGISTRATION=open\nPORT=3001\nJWT_SECRET_FILE=/run/jwt\n')
  expect(uselessLines()).toBeNull()
  await writeFile(file, 'REGISTRATON=closed\nPORT=3001\nPUBLIC_URL_FILE=/run/url\n')
  expect(uselessLines()).toBe('.env sets PUBLIC_URL_FILE, REGISTRATON, which Pinmark does not know.')
})

test('a .env that is a folder, as Docker makes of a missing one, is refused in a sentence', () => {
  expect(() => readEnvironment(tmpdir())).toThrow(
    new StartError(`${tmpdir()} cannot be read. Make it a file that this user may read, or remove it.`),
  )
})

describe('mail', () => {
  const mail = { SMTP_URL: 'smtps://ana:hunter2@mail.example.com', MAIL_FROM: 'Pinmark <pins@example.com>' }
  const env = { ...mail, PUBLIC_URL: 'https://pins.example.com' }

  test.each([
    [env.SMTP_URL, env.MAIL_FROM],
    ['smtp://mail.example.com', 'pins@x'],
  ])('is sent by %s as %s', (SMTP_URL, MAIL_FROM) => {
    expect(loadConfig({ ...env, SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM })
  })

  test('is not sent without a server for it', () => {
    expect(loadConfig({ ...env, SMTP_URL: '' }).mail).toBeNull()
    expect(loadConfig({ MAIL_FROM: 'pins@example.com' }).mail).toBeNull()
  })

  test('is not sent with OUTBOX=off', () => {
    expect(loadConfig({ ...env, OUTBOX: 'off' })).toMatchObject({ hasOutbox: false, mail: null })
    expect(loadConfig({ ...env, OUTBOX: 'on' })).toMatchObject({
      hasOutbox: true,
      mail: { from: mail.MAIL_FROM },
    })
  })

  test.each([
    'mail.example.com',
    'https://mail.example.com',
    'xsmtp://mail.example.com',
    'smtpx://hunter2@mail',
  ])('is not sent to %s', (SMTP_URL) => {
    expect(() => loadConfig({ ...env, SMTP_URL })).toThrow(/^SMTP_URL has to be an address(?!.*hunter2)/)
  })

  test.each(['', 'pins', '@', 'pins@', 'pins@a b', 'pins@a@', 'Pins\n<pins@example.com>'])(
    'is not sent from %j',
    (MAIL_FROM) => {
      expect(() => loadConfig({ ...env, MAIL_FROM })).toThrow(/^SMTP_URL needs MAIL_FROM: /)
    },
  )

  test('requires the public address for its links', () => {
    expect(() => loadConfig(mail)).toThrow(/^SMTP_URL needs PUBLIC_URL: /)
  })
})

describe('single sign-on', () => {
  const env = {
    OIDC_ISSUER: 'https://login.example.com/realms/studio/',
    OIDC_CLIENT_ID: 'pinmark',
    OIDC_CLIENT_SECRET: 'hunter2',
    PUBLIC_URL: 'https://pins.example.com',
  }

  test('has a name, and comes back to the public address', () => {
    expect(loadConfig(env).signOn).toEqual({
      issuer: env.OIDC_ISSUER,
      clientId: 'pinmark',
      clientSecret: 'hunter2',
      name: 'single sign-on',
      isOnly: false,
      redirectUri: 'https://pins.example.com/sign-on',
    })
    const local = { ...env, OIDC_ISSUER: 'http://localhost:8080', OIDC_NAME: 'Studio', OIDC_ONLY: 'true' }
    expect(loadConfig(local).signOn).toMatchObject({ name: 'Studio', isOnly: true })
    expect(loadConfig({ ...env, OIDC_ISSUER: '' }).signOn).toBeNull()
  })

  test.each(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'])('needs %s', (name) => {
    expect(() => loadConfig({ ...env, [name]: '' })).toThrow(new StartError(`OIDC_ISSUER needs ${name}.`))
  })

  test('alone needs an issuer', () => {
    expect(() => loadConfig({ OIDC_ONLY: 'true' })).toThrow(/^OIDC_ONLY needs OIDC_ISSUER: /)
  })
})

describe('an invalid value stops the start and is named', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '3000; rm'],
    ['PORT', '-1'],
    ['TRUST_PROXY', 'true'],
    ['REGISTRATION', 'Open'],
    ['DEFAULT_LINK_PERMISSION', 'edit'],
    ['PUBLIC_URL', 'pins.example.com'],
    ['PUBLIC_URL', 'https://pins.example.com/path'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'xhttps://pins.example.com'],
    ['PUBLIC_URL', 'httpsx://pins.example.com'],
    ['ALLOWED_ORIGINS', '*'],
    ['OIDC_ISSUER', 'login.example.com'],
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['OIDC_ONLY', 'yes'],
    ['MAX_UPLOAD_MB', '0'],
    ['SESSION_DAYS', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['MONGODB_URI', 'localhost:27017'],
    ['MONGODB_URI', 'x mongodb://localhost'],
    ['MONGODB_URI', 'mongodb:///pinmark'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', '1000'],
  ])('%s=%s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(StartError)
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`))
  })

  test.each([
    'short',
    'x'.repeat(64),
    'secretsecretsecretsecretsecretsecret',
    'changeme-changeme-changeme-changeme-1',
    'your-256-bit-secret-goes-right-here!',
    '0123456789abcdef0123456789abcdef',
  ])('a weak secret is refused without repeating it: %s', (secret) => {
    for (const name of ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'PASSWORD_PEPPER', 'METRICS_TOKEN']) {
      expect(() => loadConfig({ [name]: secret })).toThrow(
        `${name} is too weak. Use at least 32 random bytes, for example from "openssl rand -base64 48".`,
      )
      expect(() => loadConfig({ [name]: secret })).not.toThrow(secret)
    }
  })

  test('a URI of MongoDB is not repeated in an error', () => {
    expect(() => loadConfig({ MONGODB_URI: 'mysql://root:hunter2@db' })).not.toThrow('hunter2')
  })
})

describe('the password of MongoDB', () => {
  test('becomes part of its address', () => {
    const env = { MONGODB_URI: 'mongodb://ana@db/pinmark?replicaSet=rs0', MONGODB_PASSWORD: 'a/b@c' }
    expect(loadConfig(env).mongodbUri).toBe('mongodb://ana:a%2Fb%40c@db/pinmark?replicaSet=rs0')
  })

  test('is not used without an address', () => {
    expect(loadConfig({ MONGODB_PASSWORD: 'hunter2' }).mongodbUri).toBeNull()
  })

  test.each([
    ['with an address without a user', { MONGODB_URI: 'mongodb://db/pinmark' }],
    ['with a password in the address', { MONGODB_URI: 'mongodb://ana:hunter2@db/pinmark' }],
    ['with an address of two lines', { MONGODB_URI: 'mongodb://ana@db/\npinmark' }],
  ])('stops the start %s', (_what, env) => {
    expect(() => loadConfig({ ...env, MONGODB_PASSWORD: 'a/b@c' })).toThrow(
      'MONGODB_PASSWORD needs a MONGODB_URI with a user and without a password',
    )
  })
})

describe('a secret in a file', () => {
  const secret = 'vX8-kQ2zR7mN4tB9wL5cJ1hF6dS3gA0y'
  const givenFile = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-config-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'secret'), text)
    return join(folder, 'secret')
  }

  test.each([
    ['JWT_SECRET', secret],
    ['JWT_SECRET_PREVIOUS', secret],
    ['PASSWORD_PEPPER', secret],
    ['METRICS_TOKEN', secret],
    ['MONGODB_URI', 'mongodb://ana:hunter2@db/pinmark'],
    ['SMTP_URL', 'smtps://ana:hunter2@mail.example.com'],
    ['OIDC_CLIENT_SECRET', 'hunter2'],
  ])('is read like %s', async (name, text) => {
    const others = { MAIL_FROM: 'pins@example.com', PUBLIC_URL: 'https://pins.example.com' }
    const inFile = loadConfig({ ...others, [`${name}_FILE`]: await givenFile(`${text}\n`) })
    expect(inFile).toEqual(loadConfig({ ...others, [name]: text }))
  })

  test('that is too weak is refused like a setting', async () => {
    const file = await givenFile('short')
    expect(() => loadConfig({ JWT_SECRET_FILE: file })).toThrow(/^JWT_SECRET is too weak/)
  })

  test('is refused beside the setting', () => {
    const env = { JWT_SECRET: secret, JWT_SECRET_FILE: '/dev/null' }
    expect(() => loadConfig(env)).toThrow('JWT_SECRET and JWT_SECRET_FILE are both set.')
  })

  test.each([
    ['is missing', '/nowhere/password', 'which cannot be read'],
    ['is empty', '/dev/null', 'which is empty'],
  ])('that %s stops the start', (_what, file, sentence) => {
    expect(() => loadConfig({ MONGODB_PASSWORD_FILE: file })).toThrow(
      `MONGODB_PASSWORD_FILE names ${file}, ${sentence}.`,
    )
  })

  test('that cannot be read keeps the cause of its error', () => {
    expect(() => loadConfig({ JWT_SECRET_FILE: '/nowhere/password' })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ENOENT' }) }),
    )
  })
})

test.each([
  ['--test-password-cost=10', 10],
  ['--test-password-cost=4', 12],
  [undefined, 12],
])('with the argument %s, the cost of a password hash is %i', (argument, cost) => {
  expect(withTestCost(loadConfig({}), argument).passwords.bcryptCost).toBe(cost)
})
