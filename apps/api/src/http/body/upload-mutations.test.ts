import type { Response } from 'supertest'
import { beforeAll, expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { sendImage } from '../../../test/given-image'
import { givenUser, type GivenUser } from '../../../test/given-user'
import { quarterImage, randomBytesOf } from '../../../test/sample-images'

const app = sharedTestApp({ limits: { maxProjects: 1_000 } })
let owner: GivenUser
beforeAll(async () => void (owner = await givenUser(app.api)))

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
  'a damaged %s is accepted completely or refused with a clear 4xx',
  async (format, encode) => {
    const image = await encode().toBuffer()
    const seeds = Array.from({ length: mutationsPerFormat }, (_, at) => at * 7_919 + format.length)

    const answers = await Promise.all(
      seeds.map((seed) => sendImage(app.api, owner, mutate(image, seed), `seed ${seed}`)),
    )

    const accepted = answers.filter(({ status }) => status === 201)
    const unclear = answers.filter((answer) => !accepted.includes(answer) && !isClearRefusal(answer))
    expect(unclear.map(({ status, text }) => `${status} ${text}`)).toEqual([])
    const views = await Promise.all(accepted.map(({ body }) => app.api.get(`/images/${body.thumbnail}/view`)))
    expect(views.every(({ status }) => status === 200)).toBe(true)
  },
)

function isClearRefusal({ status, headers }: Response): boolean {
  const isOfImage =
    /_not_supported$|^image_damaged$|^image_cut_off$|^svg_not_drawable$|^image_empty$|^too_many_pixels$/.test(
      String(headers['x-error-code']),
    )
  return isOfImage && (status === 400 || status === 415)
}
