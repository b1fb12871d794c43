import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenProject } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { pngOf } from '../../test/sample-images'

const app = sharedTestApp()

/** A drawing that the server does not draw itself. */
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><foreignObject width="9" height="9"/></svg>',
)
const part = (filename: string) => ({ filename })

test('an SVG with what the browser has drawn of it becomes a project, a design and a version of that picture', async () => {
  const { auth } = await givenUser(app.api)
  const drawn = await pngOf(64, 48)
  const send = (path: string) =>
    app.api.post(path).set(auth).attach('image', svg, part('a.svg')).attach('drawn', drawn, part('drawn.png'))

  const created = await send('/projects').field('name', 'Landing page')
  const address = `/projects/${created.body._id}/designs`
  const added = await send(address)
  const version = await app.api
    .post(`${address}/${added.body.designs[0]._id}/versions`)
    .set(auth)
    .attach('image', Buffer.concat([svg, Buffer.from('\n')]), part('a.svg'))
    .attach('drawn', await pngOf(80, 48), part('drawn.png'))

  expect([created.status, added.status, version.status]).toEqual([201, 201, 201])
  expect(created.body).toMatchObject({ width: 64, height: 48 })
  expect(added.body.designs[0].versions[0].image).toMatchObject({ width: 64, height: 48 })
  expect(version.body.image).toMatchObject({ width: 80, height: 48 })
  const { _id: design, versions } = added.body.designs[0]
  const original = await app.api.get(`${address}/${design}/versions/${versions[0]._id}/original`).set(auth)
  expect(original.headers['content-type']).toBe('image/svg+xml')
  expect(Buffer.from(original.body).equals(svg)).toBe(true)
})

test.each<[string, Buffer | null, string]>([
  ['no PNG', svg, 'image_not_supported'],
  ['a broken PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), 'image_damaged'],
  ['missing', null, 'svg_not_drawable'],
])('what was drawn is %s: the SVG is refused', async (_case, drawn, code) => {
  const { _id, owner } = await givenProject(app.api)
  const form = app.api.post(`/projects/${_id}/designs`).set(owner.auth)
  void form.attach('image', svg, part('a.svg'))
  if (drawn) void form.attach('drawn', drawn, part('drawn.png'))

  expect(await form).toMatchObject({ status: 415, body: { code } })
})

test('a drawing counts only for the file before it, and does not become a design', async () => {
  const { _id, owner } = await givenProject(app.api)
  const post = () => app.api.post(`/projects/${_id}/designs`).set(owner.auth)
  const drawn = await pngOf(64, 48)

  const alone = await post().attach('drawn', drawn, part('drawn.png'))
  const other = await post()
    .attach('image', await pngOf(30, 20), part('a.png'))
    .attach('drawn', drawn, part('drawn.png'))

  expect(alone).toMatchObject({ status: 400, body: { code: 'image_required' } })
  expect(other.body.designs[0].versions[0].image).toMatchObject({ width: 30, height: 20 })
})
