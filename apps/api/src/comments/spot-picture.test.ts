import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenVersion } from '../../test/given-design'
import { givenComment, givenGuest, givenProject } from '../../test/given-project'

const app = sharedTestApp()

/** The colour in the lower left corner of a picture, away from the ring. */
async function cornerOf(jpeg: Buffer) {
  const corner = { left: 2, top: 210, width: 1, height: 1 }
  const [red = 0, , blue = 0] = await sharp(jpeg).extract(corner).raw().toBuffer()
  return red > blue ? 'red' : 'blue'
}

test('each comment gets the picture of its own spot, also when several are read one after the other', async () => {
  const project = await givenProject(app.api)
  const half = { create: { width: 600, height: 600, channels: 3, background: '#2040c0' } } as const
  const image = await sharp({ create: { ...half.create, width: 1_200, background: '#c02020' } })
    .composite([{ input: half, left: 600, top: 0 }])
    .png()
    .toBuffer()
  await givenVersion(app.api, project, { image })
  const author = givenGuest()
  const [left, right] = [
    await givenComment(app.api, project._id, { x: 200, y: 300 }, author),
    await givenComment(app.api, project._id, { x: 1_000, y: 300 }, author),
  ]
  const spotOf = async ({ _id }: { _id: string }): Promise<Buffer> => {
    const answer = await app.api.get(`/projects/${project._id}/comments/${_id}/spot`).expect(200)
    return answer.body
  }

  const [first, second] = [await spotOf(left), await spotOf(right)]
  expect([await cornerOf(first), await cornerOf(second)]).toEqual(['red', 'blue'])
  expect(await spotOf(left)).toEqual(first)

  await app.api
    .patch(`/projects/${project._id}/comments/${left._id}`)
    .set(author)
    .send({ x: 1_000, y: 300 })
    .expect(200)
  expect(await spotOf(left)).toEqual(second)
  await app.api.delete(`/projects/${project._id}/comments/${right._id}`).set(author).expect(200)
  await app.api.get(`/projects/${project._id}/comments/${right._id}/spot`).expect(404)
})
