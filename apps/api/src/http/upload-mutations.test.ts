import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app-under-test'
import { sendImage } from '../../test/given-image'
import { givenUser, type GivenUser } from '../../test/given-user'
import { quarterImage, randomBytesOf } from '../../test/sample-images'

let app: TestApp
let owner: GivenUser

beforeAll(async () => {
  app = await startTestApp({ limits: { maxProjects: 1_000 } })
  owner = await givenUser(app.api)
})
afterAll(() => app.stop())

const encodings = {
  jpeg: () => quarterImage(96, 64).jpeg().withMetadata({ orientation: 6 }),
  'progressive jpeg': () => quarterImage(96, 64).jpeg({ progressive: true }),
  png: () => quarterImage(96, 64).withIccProfile('p3').png(),
  'palette png': () => quarterImage(96, 64).png({ palette: true, progressive: true }),
  webp: () => quarterImage(96, 64).webp(),
  'lossless webp': () => quarterImage(96, 64).webp({ lossless: true }),
  avif: () => quarterImage(96, 64).avif(),
  gif: () => quarterImage(96, 64).gif(),
}

/** As many as are prepared or may wait at once. */
const mutationsPerFormat = 18

/** One to eight changes of a kind that files suffer on their way, the same for the same seed. */
function mutate(image: Buffer, seed: number): Buffer {
  const random = randomBytesOf(seed)
  const below = (limit: number) => ((random() << 16) | (random() << 8) | random()) % limit
  const changes: ((bytes: Buffer, at: number) => Buffer)[] = [
    (bytes, at) => bytes.subarray(0, at),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + below(64))]),
    (bytes, at) => Buffer.concat([bytes.subarray(0, at + below(64)), bytes.subarray(at)]),
    (bytes, at) => bytes.fill(random(), at, Math.min(bytes.length, at + below(32))),
    (bytes, at) => bytes.fill(255, at, at + 1),
    (bytes, at) => bytes.fill((bytes[at] ?? 0) ^ (1 << (random() % 8)), at, at + 1),
  ]
  let mutated: Buffer = Buffer.from(image)
  for (let left = 1 + (random() % 8); left > 0 && mutated.length > 0; left -= 1) {
    const change = changes[random() % changes.length]
    mutated = change?.(mutated, below(mutated.length)) ?? mutated
  }
  return mutated
}

test.each(Object.entries(encodings))(
  'a damaged %s is accepted whole or refused clearly, never an error of ours',
  async (format, encode) => {
    const image = await encode().toBuffer()
    const seeds = Array.from({ length: mutationsPerFormat }, (_, at) => at * 7_919 + format.length)

    const answers = await Promise.all(
      seeds.map((seed) => sendImage(app.api, owner, mutate(image, seed), `seed ${seed}`)),
    )

    for (const [at, { status, text, headers, body }] of answers.entries()) {
      const what = `${format}, seed ${seeds[at]}: ${status} ${text.slice(0, 80)}`
      if (status === 201) {
        expect(body, what).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
        expect((await app.api.get(`/images/${body.thumbnail}/view`)).status, what).toBe(200)
      } else {
        expect([400, 415], what).toContain(status)
        expect(headers['x-error-code'], what).toMatch(/_not_supported$|^too_many_pixels$/)
      }
    }
  },
)
