import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { downloadChecked, officialDir } from './fetch-mongod'

afterEach(() => vi.unstubAllEnvs())

/** A download site with one archive for every address, and the checksum that `publish` makes of it. */
async function givenSite(publish: (archive: Buffer) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'mongodb/bin'), { recursive: true })
  await writeFile(join(folder, 'mongodb/bin/mongod'), 'a database', { mode: 0o755 })
  await promisify(execFile)('tar', ['-czf', 'archive.tgz', 'mongodb'], { cwd: folder })
  const archive = await readFile(join(folder, 'archive.tgz'))
  const asked: string[] = []
  const server = createServer(({ url = '' }, res) => {
    asked.push(url)
    res.end(url.endsWith('.sha256') ? publish(archive) : archive)
  })
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  vi.stubEnv('npm_config_strict_ssl', '')
  vi.stubEnv('MONGOMS_USE_HTTP', 'true')
  vi.stubEnv('MONGOMS_DOWNLOAD_MIRROR', `http://127.0.0.1:${port}`)
  const cache = join(folder, 'cache')
  await mkdir(cache)
  return { cache, asked }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a downloaded MongoDB has the SHA-256 that its site publishes, over verified TLS', async () => {
  const { cache, asked } = await givenSite((archive) => `${sha256(archive)}  archive.tgz\n`)

  const path = await downloadChecked(cache)

  expect(await readFile(path, 'utf8')).toBe('a database')
  expect(path.startsWith(officialDir(cache))).toBe(true)
  expect(await readdir(cache)).toEqual(['mongodb-official'])
  expect(asked.filter((url) => url.endsWith('.md5'))).toEqual([])
  expect(process.env['npm_config_strict_ssl']).toBe('true')
})

test.each<[string, (archive: Buffer) => string]>([
  ['of another file', (archive) => `${sha256(Buffer.concat([archive, Buffer.from('.')]))}  archive.tgz\n`],
  ['that is no checksum', () => '<html>Sign in to this network</html>'],
])('a MongoDB with a published SHA-256 %s is refused and not kept', async (_what, publish) => {
  const { cache } = await givenSite(publish)

  await expect(downloadChecked(cache)).rejects.toThrow('which is not the published one')

  expect(await readdir(officialDir(cache))).toEqual([])
  expect(await readdir(cache)).toEqual(['mongodb-official'])
})
