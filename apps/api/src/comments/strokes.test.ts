import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { sharedTestApp } from '../../test/app-under-test'
import { givenVersion, openProject } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, type GivenProject } from '../../test/given-project'
import { runDueTasks } from '../core/run-tasks'
import { createLog } from '../base/log'
import { placing } from '../designs/place-comments'

const app = sharedTestApp()

const arrow = [20, 10, 60, 40]
const circle = [0, 0, 30, 5, 35, 30, 5, 35, 0, 0]
const drawn = { kind: 'region', x: 100, y: 50, w: 60, h: 40, strokes: [arrow, circle] } as const

const given = (project: GivenProject, strokes: number[][], headers = {}) =>
  givenComment(app.api, project._id, { ...drawn, strokes }, headers)
const add = (project: GivenProject, change: object) =>
  app.api.post(`/comment/add/${project._id}`).send({ commenter: 'Ana', text: 'Here', ...drawn, ...change })
const edit = (project: GivenProject, { _id }: Comment, change: object, headers: Record<string, string>) =>
  app.api.patch(`/projects/${project._id}/comments/${_id}`).set(headers).send(change)

test('a comment is stored and read with its strokes; others have none', async () => {
  const project = await givenProject(app.api)
  const comment = await given(project, [arrow, circle])
  expect(comment).toMatchObject({ x: 100, y: 50, strokes: [arrow, circle] })
  expect(await givenComment(app.api, project._id)).not.toHaveProperty('strokes')
  expect(await givenComment(app.api, project._id, { strokes: [] })).not.toHaveProperty('strokes')

  const [first] = (await openProject(app.api, project)).comments
  expect(first?.strokes).toEqual([arrow, circle])
})

test.each<[string, object, string]>([
  ['no list', { strokes: 'M0 0' }, 'strokes_not_valid'],
  ['a stroke that is none', { strokes: [7] }, 'strokes_not_valid'],
  ['one point', { strokes: [[1, 2]] }, 'strokes_not_valid'],
  ['half a point', { strokes: [[1, 2, 3, 4, 5]] }, 'strokes_not_valid'],
  ['a text', { strokes: [[1, 2, 3, '4']] }, 'strokes_not_valid'],
  ['no number', { strokes: [[1, 2, 3, null]] }, 'strokes_not_valid'],
  ['an operator', { strokes: [{ $ne: 1 }] }, 'forbidden_key'],
  ['21 strokes', { strokes: Array.from({ length: 21 }, () => arrow) }, 'too_many_strokes'],
  ['2,001 points', { strokes: [Array.from({ length: 4_002 }, () => 1)] }, 'too_many_strokes'],
  ['a point left of the design', { strokes: [[-100.01, 0, 5, 5]] }, 'stroke_outside'],
  ['a point right of the design', { strokes: [[0, 0, 300.01, 5]] }, 'stroke_outside'],
  ['a point above the design', { strokes: [[0, -50.01, 5, 5]] }, 'stroke_outside'],
  ['a point below the design', { strokes: [[0, 0, 5, 250.01]] }, 'stroke_outside'],
  ['an endless point', { strokes: [[0, 0, 1e308, 5]] }, 'stroke_outside'],
  ['strokes on the whole design', { kind: 'design', strokes: [arrow] }, 'strokes_not_valid'],
])('%s is refused and stores nothing, in a new comment and in a change', async (_what, change, code) => {
  const project = await givenProject(app.api)
  const answer = await add(project, change)
  expect(answer).toMatchObject({ status: 400, body: { code } })
  expect((await openProject(app.api, project)).comments).toEqual([])

  const guest = givenGuest()
  const kind = 'kind' in change ? { kind: 'design' as const } : {}
  const comment = await givenComment(app.api, project._id, kind, guest)
  const strokes = 'strokes' in change ? change.strokes : undefined
  const at = 'kind' in change ? {} : { x: 100, y: 50 }
  expect((await edit(project, comment, { ...at, strokes }, guest)).body.code).toBe(code)
  expect((await openProject(app.api, project)).comments[0]).not.toHaveProperty('strokes')
})

test('strokes may touch the edges, and have all points that fit', async () => {
  const project = await givenProject(app.api)
  const long = Array.from({ length: 4_000 }, (_, at) => at % 7)
  await add(project, { strokes: [[-100, -50, 300, 250]] })
  await add(project, { text: 'Long', strokes: [long] })
  await add(project, { text: 'Many', strokes: Array.from({ length: 20 }, () => arrow) })
  const { comments } = await openProject(app.api, project)
  expect(comments.map(({ strokes }) => strokes?.length)).toEqual([1, 1, 20])
})

test('only its author changes and removes the strokes', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const comment = await given(project, [arrow], guest)
  const changed = await edit(project, comment, { x: 90, y: 50, w: 70, h: 40, strokes: [circle] }, guest)
  expect(changed.body).toMatchObject({ x: 90, w: 70, strokes: [circle], editedAt: expect.any(String) })
  for (const headers of [givenGuest(), {}])
    expect((await edit(project, comment, { strokes: [] }, headers)).status).toBeGreaterThanOrEqual(400)

  const moved = await edit(project, comment, { x: 10, y: 20 }, guest)
  expect(moved.body).toMatchObject({ x: 10, y: 20, strokes: [circle] })
  const cleared = await edit(project, comment, { strokes: [] }, guest)
  expect(cleared.status).toBe(200)
  expect(cleared.body).not.toHaveProperty('strokes')
  expect((await openProject(app.api, project)).comments[0]).not.toHaveProperty('strokes')
})

test('a comment that is sent again with other strokes has the last ones', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const send = (createdAt: number, change: object) =>
    add(project, { _id: 'a'.repeat(22), createdAt: new Date(createdAt).toISOString(), ...change }).set(guest)
  const now = Date.now()
  await send(now, {}).expect(201)
  expect((await send(now + 1, { strokes: [circle] })).body.strokes).toEqual([circle])
  expect((await send(now + 2, { strokes: undefined })).body).not.toHaveProperty('strokes')
  expect((await openProject(app.api, project)).comments).toHaveLength(1)
})

test('a deleted comment shows its strokes no longer', async () => {
  const project = await givenProject(app.api)
  const comment = await given(project, [arrow])
  await app.api
    .post(`/projects/${project._id}/comments/${comment._id}/replies`)
    .send({ commenter: 'Tom', text: 'Why?' })
    .expect(201)
  await app.api.delete(`/projects/${project._id}/comments/${comment._id}`).set(project.owner.auth).expect(200)
  expect((await openProject(app.api, project)).comments[0]).not.toHaveProperty('strokes')
})

const ask = async (project: GivenProject, format: string) => {
  const answer = await app.api
    .get(`/projects/${project._id}/export`)
    .query({ format })
    .responseType('blob')
    .expect(200)
  const bytes: Buffer = answer.body
  return bytes
}

test('JSON and annotations contain the strokes in pixels of the picture', async () => {
  const project = await givenProject(app.api)
  await given(project, [arrow])
  const [comment] = JSON.parse(String(await ask(project, 'json'))).comments
  expect(comment.strokes).toEqual([
    [
      [120, 60],
      [160, 90],
    ],
  ])
  const [item] = JSON.parse(String(await ask(project, 'annotations'))).items
  const [fragment, svg] = item.target.selector
  expect(fragment.value).toBe('xywh=pixel:100,50,60,40')
  expect(svg.type).toBe('SvgSelector')
  expect(svg.value).toContain('d="M120 60L160 90M')
})

/** How many pixels of the ink are in a part of a picture. */
async function inkIn(picture: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await sharp(picture)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let found = 0
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 240 && Math.abs((data[at + 1] ?? 0) - 107) < 30 && (data[at + 2] ?? 255) < 60)
      found += 1
  return found
}

test('the picture with pins has ink where it was drawn, and no frame around it', async () => {
  const project = await givenProject(app.api)
  await given(project, [[0, 0, 60, 40]])
  const png = await ask(project, 'png')
  // The margins of the picture: 24 px beside the design, 36 px above it.
  const middle = { left: 24 + 100 + 26, top: 36 + 50 + 16, width: 8, height: 8 }
  expect(await inkIn(png, middle)).toBeGreaterThan(8)
  const corner = { left: 24 + 100 + 48, top: 36 + 50, width: 10, height: 10 }
  expect(await inkIn(png, corner)).toBe(0)
})

/** A picture of 400 × 300 pixels with a square, of which another version is twice as large or has it 40 px lower. */
async function pictureWith({ top, scale = 1 }: { top: number; scale?: number }): Promise<Buffer> {
  const tile = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  const picture = await sharp(tile(400, 300, '#eeeeee'))
    .composite([
      { input: tile(40, 40, '#cc3300'), left: 110, top },
      { input: tile(12, 30, '#0044cc'), left: 160, top: top + 5 },
    ])
    .png()
    .toBuffer()
  return sharp(picture)
    .resize(400 * scale, 300 * scale, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

test('strokes follow the place of their comment on the next version', async () => {
  const project = await givenProject(app.api)
  await givenVersion(app.api, project, { image: await pictureWith({ top: 60 }) })
  await givenComment(app.api, project._id, {
    ...drawn,
    x: 105,
    y: 55,
    w: 70,
    h: 50,
    strokes: [[0, 0, 70, 50]],
  })
  await givenVersion(app.api, project, { image: await pictureWith({ top: 100 }) })
  await runDueTasks([placing], createLog('silent'))

  const [comment] = JSON.parse(String(await ask(project, 'json'))).comments
  expect(comment.placeState).toBe('followed')
  const [[from, to]] = comment.strokes
  const wanted = [105, 95, 175, 145]
  const farthest = Math.max(...[...from, ...to].map((px: number, at) => Math.abs(px - (wanted[at] ?? 0))))
  expect(farthest).toBeLessThanOrEqual(4)
})
