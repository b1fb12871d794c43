import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { embeddedPlace, leakedBytes, takesCompressedMessages } from './compressed-message'
import { withInstance } from './instance'
import { MongoSet } from './mongo-set'

const tries = 300

describe('a stranger who sends compressed messages', { timeout: 120_000 }, () => {
  test('gets no data from the embedded MongoDB', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-compressed-'))
    await withInstance({ dataDir }, async ({ output }) => {
      const place = await embeddedPlace(dataDir)

      expect(await takesCompressedMessages(place)).toBe(false)
      expect(await leakedBytes(place, tries)).toBe(0)
      expect(output).toMatch(/MongoDB +\d+\.\d+\.\d+(, below .* it refuses zlib-compressed messages.*)?\n/)
    })
  })

  test('is answered by a MongoDB that accepts them, and the start reports one that leaks memory', async () => {
    const mongo = await MongoSet.start({ compressors: 'zlib' })
    const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-compressed-'))
    try {
      await withInstance({ dataDir, environment: { MONGODB_URI: mongo.uri() } }, async ({ output }) => {
        const { port } = await mongo.primary()
        const place = { host: '127.0.0.1', port }

        expect(await takesCompressedMessages(place)).toBe(true)
        const leaks = (await leakedBytes(place, tries)) > 0
        expect(output.includes('can read its memory without a password')).toBe(leaks)
      })
    } finally {
      await mongo.remove()
    }
  })
})
