import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config'
import { StartError } from './platform/start-error'

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

test('.env.example lists every variable with its default', async () => {
  const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
  const named = new Map(
    [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const read = new Set<string>()
  const spy = new Proxy<Record<string, string>>({}, { get: (_env, name) => void read.add(String(name)) })

  loadConfig(spy)

  // The cache folder of a downloaded MongoDB is not part of the configuration, because the database tests need
  // it too.
  expect([...named.keys()].toSorted()).toEqual([...read, 'PINMARK_CACHE_DIR'].toSorted())
  expect(loadConfig(Object.fromEntries(named))).toEqual(loadConfig({}))
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
    PUBLIC_IMAGE_CACHE: 'true',
    JWT_SECRET: secret,
  }
  expect(loadConfig(env)).toMatchObject({
    port: 8080,
    publicUrl: 'https://pins.example.com',
    allowedOrigins: ['https://a.example', 'http://localhost:5173'],
    registration: 'closed',
    defaultLinkPermission: 'manage',
    publicImageCache: true,
    secrets: { jwt: secret },
  })
})

test('the minimum and the maximum are valid', () => {
  expect(loadConfig({ PORT: '65535', TRUST_PROXY: '0' })).toMatchObject({ port: 65_535, trustProxyHops: 0 })
})

test('a refused choice or number is reported with the valid values', () => {
  expect(() => loadConfig({ REGISTRATION: 'maybe' })).toThrow('one of: open, closed.')
  expect(() => loadConfig({ PUBLIC_IMAGE_CACHE: 'yes' })).toThrow('one of: true, false.')
  expect(() => loadConfig({ PORT: '70000' })).toThrow('to 65535.')
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
    ['MAX_UPLOAD_MB', '0'],
    ['SESSION_DAYS', '1.5'],
    ['BCRYPT_COST', '4'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_IMAGE_CACHE', 'yes'],
    ['MONGODB_URI', 'localhost:27017'],
    ['MONGODB_URI', 'x mongodb://localhost'],
    ['MONGODB_URI', 'mongodb:///pinmark'],
    ['RATE_COMMENTS_PER_MINUTE', 'many'],
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
    for (const name of ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'PASSWORD_PEPPER']) {
      expect(() => loadConfig({ [name]: secret })).toThrow(new RegExp(`^${name} is too weak`))
      expect(() => loadConfig({ [name]: secret })).not.toThrow(secret)
    }
  })

  test('the password of MongoDB is read from a file into the URI', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'pinmark-config-')), 'password')
    await writeFile(file, 'a/b@c\n')
    const env = { MONGODB_URI: 'mongodb://ana@db/pinmark?replicaSet=rs0', MONGODB_PASSWORD_FILE: file }
    expect(loadConfig(env).mongodbUri).toBe('mongodb://ana:a%2Fb%40c@db/pinmark?replicaSet=rs0')
    await rm(dirname(file), { recursive: true })
  })

  test('the password file of MongoDB is not read without a URI', () => {
    expect(loadConfig({ MONGODB_PASSWORD_FILE: '/nowhere/password' }).mongodbUri).toBeNull()
  })

  test.each([
    ['with an address without a user', { MONGODB_URI: 'mongodb://db/pinmark' }],
    ['with a password in the address', { MONGODB_URI: 'mongodb://ana:hunter2@db/pinmark' }],
    ['with an address of two lines', { MONGODB_URI: 'mongodb://ana@db/\npinmark' }],
  ])('a password file of MongoDB %s', (_what, env) => {
    expect(() => loadConfig({ ...env, MONGODB_PASSWORD_FILE: '/dev/null' })).toThrow(
      'MONGODB_PASSWORD_FILE needs a MONGODB_URI with a user and without a password',
    )
  })

  test.each([
    ['is missing', '/nowhere/password', 'which cannot be read'],
    ['is empty', '/dev/null', 'which is empty'],
  ])('a password file of MongoDB that %s', (_what, file, sentence) => {
    const env = { MONGODB_URI: 'mongodb://ana@db/pinmark', MONGODB_PASSWORD_FILE: file }
    expect(() => loadConfig(env)).toThrow(sentence)
  })

  test('the error for an unreadable password file keeps its cause', () => {
    const env = { MONGODB_URI: 'mongodb://ana@db/pinmark', MONGODB_PASSWORD_FILE: '/nowhere/password' }
    expect(() => loadConfig(env)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ENOENT' }) }),
    )
  })

  test('a URI of MongoDB is not repeated in an error', () => {
    expect(() => loadConfig({ MONGODB_URI: 'mysql://root:hunter2@db' })).not.toThrow('hunter2')
  })
})
