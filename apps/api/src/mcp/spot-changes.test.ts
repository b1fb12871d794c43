import type { Comment } from '@pinmark/shared/entities/comment'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { textLimits } from '@pinmark/shared/text-limits'
import { Random } from '@pinmark/testbed/random'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenApiToken } from '../../test/given-api-token'
import { givenVersion, openProject } from '../../test/given-design'
import { givenComment, givenProject } from '../../test/given-project'
import { callTool, connect } from '../../test/tool-client'
import { createLog } from '../base/log'
import { runDueTasks } from '../core/run-tasks'
import { placing } from '../designs/place-comments'
import { sortBySpot } from './spot-changes'

const app = sharedTestApp()

interface Row {
  /** Decides its shapes, as other words would. */
  words: number
  y: number
  colour?: string
}

/** A page with rows of shapes that look like lines of words, 24 px high. */
function pageOf(rows: readonly Row[]): Promise<Buffer> {
  const shapes = rows.flatMap(({ words, y, colour = '#222' }) => {
    const random = new Random(words)
    return Array.from({ length: 40 }, (_, at) => {
      const [top, height] = [y + random.whole(0, 8), random.whole(6, 14)]
      return `<rect x="${40 + at * 9}" y="${top}" width="${random.whole(2, 7)}" height="${height}" fill="${colour}"/>`
    })
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="700"><rect width="480" height="700" fill="#fff"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test('list_changes says at which comments the design changed, also below something new', async () => {
  const project = await givenProject(app.api)
  const rows = [1, 2, 3, 4, 5, 6].map((words) => ({ words, y: 40 + 100 * (words - 1) }))
  await givenVersion(app.api, project, { image: await pageOf(rows) })
  for (const { y } of rows) await givenComment(app.api, project._id, { x: 120, y: y + 10 })
  await givenComment(app.api, project._id, { kind: 'design' })

  const [first, second, ...others] = rows.map((row) => ({ ...row, y: row.words > 2 ? row.y + 56 : row.y }))
  const edited = others.map((row) => (row.words === 5 ? { ...row, words: 50 } : row))
  const newer = [...[first, second].flatMap((row) => row ?? []), { words: 20, y: 190 }, ...edited]
  const recoloured = newer.map((row) => (row.words === 2 ? { ...row, colour: '#d40' } : row))
  await givenVersion(app.api, project, { image: await pageOf(recoloured) })
  const { token } = await givenApiToken(app.api, project.owner)
  const client = await connect(app, token)
  const design = (await openProject(app.api, project)).designs[0]?._id
  const compare = async (given: object = {}) =>
    (await callTool(client, 'list_changes', { project: project._id, design, ...given })).json.comments
  expect(await compare()).toEqual({ changed: [], same: [], waiting: [1, 2, 3, 4, 5, 6] })
  await runDueTasks([placing], createLog('silent'))

  expect(await compare()).toEqual({ changed: [2, 5], same: [1, 3, 4, 6], waiting: [] })
  expect(await compare({ from: 1 })).toEqual({ changed: [], same: [], waiting: [] })
  expect(await compare({ from: 1, to: 2 })).toBeUndefined()
})

/** A pin on the version `one`. */
function givenThread(number: number): Comment {
  return {
    ...{ _id: `comment ${number}`, commenter: 'Ana', text: 'Here', parent: null, number, kind: 'pin' },
    ...{ design: 'design', version: 'one', x: 0, y: 0, w: null, h: null, resolved: null, replies: [] },
    ...{ createdAt: '', editedAt: null, deletedAt: null, byOwner: false, mine: false },
    can: { edit: false, delete: false, resolve: false },
  }
}

test('words tell where the picture cannot: items that changed places, a line that was added, a space that grew', async () => {
  const lines = (...texts: [text: string, y: number][]): DesignLine[] =>
    texts.map(([text, y]) => ({ text, box: [20, y, 200, 20], source: 'capture', selector: `#${text}` }))
  const judge = (before: DesignLine[], after: DesignLine[], y: number, movedTo: number) => {
    const version = (_id: string, number: number) => ({
      ...{ _id, number, note: '', round: 1, createdAt: '2026-01-01T00:00:00.000Z' },
      image: { _id, width: 400, height: 600, placeholder: '' },
    })
    const [older, newer] = [version('one', 1), version('two', 2)]
    const comment: Comment = {
      ...givenThread(1),
      ...{ x: 60, y: y + 10 },
      places: [{ version: 'two', x: 60, y: movedTo + 10, state: 'followed' }],
    }
    const design = { _id: 'design', title: 'Page', versions: [older, newer] }
    const sides = { before: { version: older, lines: before }, after: { version: newer, lines: after } }
    return sortBySpot([comment], design, { ...sides, changes: [] }).then(
      ({ changed }) => changed.length === 1,
    )
  }
  const page = lines(['a', 20], ['b', 60], ['c', 100])
  const beside = (text: string, x: number): DesignLine => ({
    ...{ text, box: [x, 60, 40, 20], source: 'capture', selector: '#bold' },
  })

  expect(await judge(page, lines(['a', 50], ['b', 90], ['c', 130]), 60, 90)).toBe(false)
  expect(await judge(page, lines(['b', 20], ['a', 60], ['c', 100]), 60, 20)).toBe(true)
  expect(await judge(page, lines(['a', 20], ['b', 60], ['new', 82], ['c', 130]), 60, 60)).toBe(true)
  expect(await judge(page, lines(['a', 20], ['b', 60], ['C', 100]), 60, 60)).toBe(false)
  expect(await judge(page, lines(['a', 20], ['b', 90], ['c', 130]), 60, 90)).toBe(true)
  expect(await judge(page, lines(['a', 20], ['b', 60], ['c', 130]), 60, 60)).toBe(false)
  // What follows a bold beginning of the line belongs to it, and what stands in another column does not.
  expect(await judge([...page, beside('d', 225)], [...page, beside('e', 225)], 60, 60)).toBe(true)
  expect(await judge([...page, beside('d', 260)], [...page, beside('e', 260)], 60, 60)).toBe(false)
})

test('many comments on thousands of lines of one element leave the event loop to others', async () => {
  const version = (_id: string, number: number) => ({
    ...{ _id, number, note: '', round: 1, createdAt: '2026-01-01T00:00:00.000Z' },
    image: { _id, width: 400, height: 60_000, placeholder: '' },
  })
  const lines = Array.from({ length: textLimits.lines }, (_, at) => ({
    ...{ text: `${at}`, box: [20, at * 10, 200, 8], source: 'capture' as const, selector: '#page' },
  }))
  const region = { x: 0, y: 0, w: 400, h: 60_000 }
  const comments = Array.from({ length: 40 }, (_, at) => ({
    ...givenThread(at + 1),
    ...{ kind: 'region' as const, ...region },
    places: [{ version: 'two', ...region, state: 'followed' as const }],
  }))
  const [older, newer] = [version('one', 1), version('two', 2)]
  const design = { _id: 'design', title: 'Page', versions: [older, newer] }
  const sides = { before: { version: older, lines }, after: { version: newer, lines } }
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)

  const sorted = await sortBySpot(comments, design, { ...sides, changes: [] })

  clearInterval(counting)
  expect(sorted.same).toHaveLength(comments.length)
  expect(turns).toBeGreaterThan(5)
})
