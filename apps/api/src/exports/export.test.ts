import sharp from 'sharp'
import * as z from 'zod'
import { expect, test } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion, openProject } from '../../test/given-design'
import { givenPicture } from '../../test/given-picture'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'
import { ThreadModel } from '../comments/comment.record'

const app = sharedTestApp()

const ask = (id: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  app.api.get(`/projects/${id}/export`).query(query).set(headers).responseType('blob')

async function textOf(id: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await ask(id, query, headers)
  expect(answer.status).toBe(200)
  const bytes: Buffer = answer.body
  return bytes.toString('utf8')
}

const documentSchema = z.object({
  format: z.literal('pinmark-export'),
  version: z.literal(1),
  commentCount: z.number(),
  comments: z.array(z.looseObject({ number: z.number(), text: z.string() })),
})
async function numbersOf(id: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const { comments, commentCount } = documentSchema.parse(JSON.parse(await textOf(id, query, headers)))
  expect(comments).toHaveLength(commentCount)
  return comments.map(({ number }) => number)
}

const linkOf = async (project: GivenProject) => (await openProject(app.api, project)).link.id
const resolve = (project: GivenProject, comment: string) =>
  app.api
    .patch(`/projects/${project._id}/comments/${comment}`)
    .set(project.owner.auth)
    .send({ resolved: true })
    .expect(200)

/** Parses RFC 4180 strictly: anything else throws. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let rest = text
  while (rest !== '') {
    const found = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (!found) throw new Error(`No CSV: ${rest.slice(0, 40)}`)
    const [all, quoted, plain = '', end] = found
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
    rest = rest.slice(all.length)
  }
  return rows.slice(0, -1)
}

test('the file names everyone who agrees, including the person who exports', async () => {
  const project = await givenProject(app.api)
  const { _id } = await givenComment(app.api, project._id)
  const tom = givenGuest()
  for (const [headers, commenter] of [
    [tom, '=Tom'],
    [givenGuest(), 'Priya'],
  ] as const) {
    await app.api
      .put(`/projects/${project._id}/comments/${_id}/agreement`)
      .set(headers)
      .send({ agree: true, commenter })
      .expect(200)
  }

  const { body } = await app.api.get(`/projects/${project._id}/export?format=json`).set(tom)
  expect(body.comments).toMatchObject([{ agreedBy: ['=Tom', 'Priya'] }])
  const csv = await textOf(project._id, { format: 'csv' }, tom)
  expect(csv).toContain(",'=Tom; Priya,")
})

test('every format contains agreements, and pictures by addresses of the link', async () => {
  const [project, guest] = [await givenProject(app.api), givenGuest()]
  const [first, second] = [
    await givenPicture(app.api, project._id, guest),
    await givenPicture(app.api, project._id, guest),
  ]
  const { _id } = await givenComment(app.api, project._id, { text: '', pictures: [first._id] }, guest)
  const reply = await givenReply(app.api, project._id, _id, { pictures: [second._id] }, guest)
  const tom = givenGuest()
  for (const commentId of [_id, reply._id]) {
    await app.api
      .put(`/projects/${project._id}/comments/${commentId}/agreement`)
      .set(tom)
      .send({ agree: true, commenter: 'Tom_ K' })
      .expect(200)
  }
  const { auth } = project.owner
  // For the owner too, because the owner's address would outlive the link.
  const [one, other] = [first, second].map(({ image }) => `/images/${image._id}/view`)

  const { body } = await app.api.get(`/projects/${project._id}/export?format=json`).set(auth)
  const picture = { name: 'calmer.png', width: 400, height: 300 }
  expect(body.comments).toMatchObject([
    {
      pictures: [{ ...picture, picture: expect.stringContaining(one ?? '') }],
      replies: [{ pictures: [{ ...picture, picture: expect.stringContaining(other ?? '') }] }],
    },
  ])
  const csv = readCsv(await textOf(project._id, { format: 'csv' }, auth))
  expect(csv.map((row) => row.at(-3))).toEqual([
    'Pictures',
    expect.stringMatching(`^http.*${one}$`),
    expect.stringMatching(`^http.*${other}$`),
  ])
  const markdown = await textOf(project._id, { format: 'markdown' }, auth)
  expect(markdown).toMatch(
    /- \[ \] \*\*1\*\* \(Ana Ruiz, agreed by Tom\\_ K, \[open\]\(\S+\), \[picture 1\]\(\S+\/view\)\)\n/,
  )
  expect(markdown).toMatch(
    / {2}- Ben Okoro: I think so too. \(agreed by Tom\\_ K, \[picture 1\]\(\S+\/view\)\)\n/,
  )
  const page = JSON.parse(await textOf(project._id, { format: 'annotations' }, auth))
  expect(page.items[0].body).toMatchObject([
    { type: 'TextualBody', value: '' },
    { type: 'Image', id: expect.stringContaining(one ?? '') },
    { type: 'TextualBody', purpose: 'assessing', value: 'Agreed by Tom_ K' },
    { type: 'TextualBody', purpose: 'replying' },
    { type: 'Image', id: expect.stringContaining(other ?? ''), creator: { name: 'Ben Okoro' } },
    { purpose: 'assessing' },
    { purpose: 'tagging' },
  ])
})

test('CSV has a row for each comment and reply, and no cell that a spreadsheet would evaluate', async () => {
  const project = await givenProject(app.api, { name: 'Café / "new" – 新しい' })
  const { _id } = await givenComment(app.api, project._id, {
    commenter: '@SUM(1)',
    text: '=HYPERLINK("http://x")',
  })
  await givenReply(app.api, project._id, _id, { commenter: 'Ben, the "other"', text: 'One,\ntwo "three"' })
  const texts = ['+1', '-1', '@x', '\t=1', '  =1', '＝1', '＋1', '－1', '＠1', '\u200b=1', 'plain = fine']
  for (const text of texts) await givenComment(app.api, project._id, { text, x: 1.5, y: 2 })
  await resolve(project, _id)

  const answer = await ask(project._id, { format: 'csv' }, project.owner.auth)

  const bytes: Buffer = answer.body
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="Caf? - -new- ? ??? - comments.csv"; filename*=UTF-8''Caf%C3%A9%20-%20-new-%20%E2%80%93%20%E6%96%B0%E3%81%97%E3%81%84%20-%20comments.csv`,
  )
  const [head = [], first = [], reply = [], ...others] = readCsv(bytes.subarray(3).toString('utf8'))
  const cell = (row: string[], name: string) => row[head.indexOf(name)]
  expect(cell(first, 'Name')).toBe("'@SUM(1)")
  expect(cell(first, 'Text')).toBe(`'=HYPERLINK("http://x")`)
  expect([cell(first, 'Status'), cell(first, 'Resolved by')]).toEqual(['Resolved', project.owner.name])
  expect(cell(first, 'Created (UTC)')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(cell(first, 'Link')).toBe(`${app.url}/project/${await linkOf(project)}?comment=${_id}`)
  expect([cell(reply, 'Type'), cell(reply, 'Name'), cell(reply, 'Text')]).toEqual([
    'Reply',
    'Ben, the "other"',
    'One,\ntwo "three"',
  ])
  expect(others.map((row) => cell(row, 'Text'))).toEqual(
    texts.map((text) => (text === 'plain = fine' ? text : `'${text.replace('\t', "\t'")}`)),
  )
  expect(others.map((row) => [cell(row, 'X'), cell(row, 'Y')])).toEqual(texts.map(() => ['1.5', '2']))
})

test('CSV has the exact id of a message, whatever it begins with', async () => {
  const project = await givenProject(app.api)
  const _id = `-${'A'.repeat(21)}`
  await givenComment(app.api, project._id, { _id })
  const { body } = await ask(project._id, { format: 'csv' })
  const [head = [], row = []] = readCsv(body.subarray(3).toString('utf8'))
  expect(row[head.indexOf('Id')]).toBe(_id)
})

test('exports and comparisons have their own limit and refusal', async () => {
  const strict = await givenTestApp({ rates: { reading: 2 } })
  const { _id } = await givenProject(strict.api)
  const read = () => strict.api.get(`/projects/${_id}/export?format=csv`)
  await read().expect(200)
  await read().expect(200)
  const refused = await read()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_readings' } })
  expect(refused.body.error).toMatch(/exports.*Try again in/)
  const [{ _id: design }] = (await strict.api.get(`/projects/${_id}?image=none`)).body.designs
  expect((await strict.api.get(`/projects/${_id}/designs/${design}/changes`)).body.code).toBe(
    'too_many_readings',
  )
  await givenComment(strict.api, _id)
})

test('CSV has no formula for a spreadsheet that expects semicolons or tabs and treats quotes as text', async () => {
  const project = await givenProject(app.api)
  const texts = [
    'Hm;=1+1',
    'One\n=1+1',
    'Two;\n "@x"',
    'a\r\n\t-1;+2',
    'Tab\t=1+1',
    'Tab\t "=1"\tb',
    '\n=1',
    'A list:\n- x',
    'x - y = z; ok',
  ]
  for (const text of texts) await givenComment(app.api, project._id, { text })

  const { body } = await ask(project._id, { format: 'csv' })

  const cells = body
    .subarray(3)
    .toString('utf8')
    .split(/[;\n\t]/)
  expect(cells.filter((cell: string) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
  expect(body.toString('utf8')).toContain(`x - y = z; ok`)
})

test('Markdown is a checklist with links, and shows texts as they were typed', async () => {
  const project = await givenProject(app.api, { name: 'Norra *Nights*' })
  const link = `${app.url}/project/${await linkOf(project)}`
  const first = await givenComment(app.api, project._id, {
    text: 'Use <b>bold</b> & [this](x)?\n===\n#\n\n# no heading\nnor this\n===\na | b\n:- | -:\n1. no list, snake_case _x_ ~y~ /~ana',
  })
  await givenReply(app.api, project._id, first._id, { text: '20 px it is.' })
  const second = await givenComment(app.api, project._id, { text: '\u202eDone' })
  await resolve(project, second._id)

  const text = await textOf(project._id, { format: 'markdown' })

  expect(text).toBe(
    [
      '## Norra \\*Nights\\*, round 1',
      '',
      '### Norra \\*Nights\\*, version 1 (1 open)',
      '',
      '- [ ] **1** Use \\<b\\>bold\\</b\\> & \\[this\\](x)?  ',
      '  \\===  ',
      '  \\#  ',
      '  \\# no heading  ',
      '  nor this  ',
      '  \\===  ',
      '  a | b  ',
      '  \\:- | -:  ',
      `  1\\. no list, snake_case \\_x\\_ \\~y\\~ /~ana (Ana Ruiz, [open](${link}?comment=${first._id}))`,
      '  - Ben Okoro: 20 px it is.',
      `- [x] **2** \u2068\u202eDone\u2069 (Ana Ruiz, [open](${link}?comment=${second._id}))`,
      '',
    ].join('\n'),
  )
  expect(await textOf(project._id, { format: 'markdown', status: 'resolved', replies: 'false' })).toContain(
    '(0 open)\n\n- [x] **2**',
  )
})

test('Markdown of a text with long gaps takes no longer than other texts', async () => {
  const project = await givenProject(app.api)
  const { _id } = await givenComment(app.api, project._id)
  // Far above the limit: work that grows with the square of the spaces does not end within the time of a test.
  const text = `near${' '.repeat(300_000)}far \n  below`
  await ThreadModel.collection.updateOne({ publicId: _id }, { $set: { text } })
  expect(await textOf(project._id, { format: 'markdown' })).toMatch(/near {300000}far {2}\n {2}below /)
})

test('Markdown mentions no person or issue where it is pasted, and keeps addresses complete', async () => {
  const project = await givenProject(app.api, { name: 'For @ana, see #12' })
  await givenComment(app.api, project._id, {
    commenter: '@ben',
    text: 'cc @team/web, (@_x), 日本@ana: ana/site#12, !7, &5, gh-3, &#35;1\nmail ana@example.com, #ff6b1a, #1a, https://b.example/@ana/#12?a=!7\nhttps://a_b/@ben https://c.example/<@ben',
  })

  const text = await textOf(project._id, { format: 'markdown' })

  expect(text).toContain('## For @\u200Bana, see #\u200B12, round 1')
  expect(text).toContain('### For @\u200Bana, see #\u200B12, version 1')
  expect(text).toContain('(@\u200Bben, [open](')
  expect(text).toContain(
    [
      'cc @\u200Bteam/web, (@\u200B\\_x), 日本@\u200Bana: ana/site#\u200B12, !\u200B7, &\u200B5, gh-\u200B3, &#\u200B35;1  ',
      '  mail ana@example.com, #ff6b1a, #1a, https://b.example/@ana/#12?a=!7  ',
      '  https://a_b/@\u200Bben https://c.example/\\<@\u200Bben ',
    ].join('\n'),
  )
})

test('a filter selects the same comments as on the page', async () => {
  const project = await givenProject(app.api)
  const [second] = await givenDesigns(app.api, project, ['Welcome e-mail'])
  const guest = givenGuest()
  const on = (given: object, headers = {}) => givenComment(app.api, project._id, given, headers)
  const done = await on({ text: 'Ärgerlich', x: 300, y: 200 })
  await resolve(project, done._id)
  const asked = await on({ commenter: 'Priya', x: 50, y: 10 }, guest)
  await givenReply(app.api, project._id, asked._id, { commenter: 'Luis', text: 'Yes' })
  await on({ commenter: 'Tom', x: 20, y: 11 })
  await on({ design: second?._id, text: 'Elsewhere' })
  const of = (query: Record<string, string>, headers = {}) => numbersOf(project._id, query, headers)

  // A deleted comment whose reply stays.
  const gone = await on({ design: second?._id, text: 'Taken back' })
  await givenReply(app.api, project._id, gone._id)
  await app.api.delete(`/projects/${project._id}/comments/${gone._id}`).set(project.owner.auth).expect(200)

  const { comments } = JSON.parse(await textOf(project._id, { format: 'json' }))
  expect(comments.map(({ status }: { status: string }) => status)).toEqual([
    ...['resolved', 'open', 'open', 'open', 'deleted'],
  ])
  expect(await textOf(project._id, { format: 'csv' })).toMatch(/^5,\w+,Deleted,/m)

  expect(await of({})).toEqual([1, 2, 3, 4, 5])
  expect(await of({ status: 'open' })).toEqual([2, 3, 4])
  expect(await of({ status: 'resolved' })).toEqual([1])
  expect(await of({ search: 'arger' })).toEqual([1])
  expect(await of({ search: '#3' })).toEqual([3])
  expect(await of({ person: 'Luis' })).toEqual([2])
  expect(await of({ mine: 'true' }, guest)).toEqual([2])
  expect(await of({ numbers: '1,3-4' })).toEqual([1, 3, 4])
  expect(await of({ design: second?._id ?? '' })).toEqual([4, 5])
  expect(await of({ order: 'place', status: 'open' })).toEqual([3, 2, 4])
  expect(await of({ order: 'newest' })).toEqual([3, 2, 1, 5, 4])
  expect(await textOf(project._id, { format: 'markdown' })).toContain('Welcome e-mail, version 1 (1 open)')
  for (const query of [
    { format: 'pdf' },
    { status: 'some' },
    { numbers: 'x' },
    { version: '0' },
    { version: '1' },
  ]) {
    expect((await app.api.get(`/projects/${project._id}/export`).query(query)).status).toBe(400)
  }
  const unknown = await app.api.get(`/projects/${project._id}/export`).query({ design: project._id })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'design_not_found' } })
})

test('a refused filter is named, and a version number without a design explained', async () => {
  const project = await givenProject(app.api)
  await givenDesigns(app.api, project, ['Welcome e-mail'])
  const refusal = async (query: Record<string, string>) => {
    const { status, body } = await app.api.get(`/projects/${project._id}/export`).query(query)
    return [status, body.error]
  }
  expect(await refusal({ status: 'odd' })).toEqual([400, 'The value of status is not valid.'])
  expect(await refusal({ numbers: '1,' })).toEqual([400, 'The value of numbers is not valid.'])
  expect(await refusal({ version: '1' })).toEqual([
    400,
    'A version number belongs to one design. Send the id of the design as design.',
  ])
})

test('comments of an older version are exported with their place on the newest one, or on the requested version', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id, { x: 100, y: 50 })
  const settled = await givenComment(app.api, project._id, { x: 10, y: 10 })
  await resolve(project, settled._id)
  await givenVersion(app.api, project)
  await givenComment(app.api, project._id, { x: 30, y: 40, kind: 'region', w: 20, h: 10 })
  const read = async (query: Record<string, string>) => {
    return documentSchema.parse(JSON.parse(await textOf(project._id, query))).comments
  }

  expect(await read({})).toMatchObject([
    { number: 1, version: 2, madeOnVersion: 1 },
    { number: 2, version: 1, place: { x: 10, y: 10 }, status: 'resolved' },
    { number: 3, version: 2, place: { x: 30, y: 40, w: 20, h: 10 } },
  ])
  expect((await read({ version: 'newest' })).map(({ number }) => number)).toEqual([1, 3])
  expect(await read({ version: '1' })).toMatchObject([
    { number: 1, version: 1, place: { x: 100, y: 50 } },
    { number: 2, version: 1 },
  ])
  expect(await read({ version: '1' })).toHaveLength(2)
})

/** The rules of the W3C model for annotations, as far as they are used:
 *  https://www.w3.org/TR/annotation-vocab/ */
const person = z.strictObject({ type: z.literal('Person'), name: z.string() })
const iri = z.url()
const annotationPage = z.strictObject({
  '@context': z.literal('http://www.w3.org/ns/anno.jsonld'),
  id: iri,
  type: z.literal('AnnotationPage'),
  partOf: z.strictObject({
    id: iri,
    type: z.literal('AnnotationCollection'),
    label: z.string(),
    total: z.int().nonnegative(),
  }),
  startIndex: z.literal(0),
  items: z.array(
    z.strictObject({
      id: iri,
      type: z.literal('Annotation'),
      motivation: z.literal('commenting'),
      created: z.iso.datetime(),
      modified: z.iso.datetime().optional(),
      creator: person,
      body: z.array(
        z.strictObject({
          type: z.literal('TextualBody'),
          purpose: z.enum(['commenting', 'replying', 'tagging']),
          format: z.literal('text/plain').optional(),
          value: z.string(),
          created: z.iso.datetime().optional(),
          creator: person.optional(),
        }),
      ),
      target: z.strictObject({
        source: iri,
        selector: z
          .union([
            z.strictObject({
              type: z.literal('FragmentSelector'),
              conformsTo: z.literal('http://www.w3.org/TR/media-frags/'),
              value: z.string().regex(/^xywh=pixel:\d+,\d+,[1-9]\d*,[1-9]\d*$/),
            }),
            z.array(z.looseObject({ type: z.enum(['FragmentSelector', 'SvgSelector']), value: z.string() })),
          ])
          .optional(),
      }),
    }),
  ),
})

test('annotations follow the W3C model, in pixels of the picture that they name', async () => {
  const project = await givenProject(app.api)
  const first = await givenComment(app.api, project._id, { x: 12, y: 34 })
  await givenReply(app.api, project._id, first._id, {})
  await givenComment(app.api, project._id, { x: 10, y: 20, kind: 'region', w: 30, h: 40 })
  await givenComment(app.api, project._id, { kind: 'design' })
  await givenComment(app.api, project._id, { x: 399.6, y: 299.9 })

  const answer = await ask(project._id, { format: 'annotations' })
  const bytes: Buffer = answer.body
  const page = annotationPage.parse(JSON.parse(bytes.toString('utf8')))

  expect(answer.headers['content-type']).toBe('application/ld+json')
  expect(answer.headers['content-disposition']).toContain('Landing page - comments.jsonld')
  expect(page.partOf.total).toBe(4)
  expect(page.items.map(({ target }) => target.selector)).toEqual([
    expect.objectContaining({ value: 'xywh=pixel:12,34,1,1' }),
    expect.objectContaining({ value: 'xywh=pixel:10,20,30,40' }),
    undefined,
    [
      expect.objectContaining({ value: 'xywh=pixel:399,299,1,1' }),
      {
        type: 'SvgSelector',
        value:
          '<svg xmlns="http://www.w3.org/2000/svg"><rect x="399.6" y="299.9" width="1" height="1"/></svg>',
      },
    ],
  ])
  expect(page.items[0]?.body.map(({ purpose, value }) => [purpose, value])).toEqual([
    ['commenting', 'Could this be calmer?'],
    ['replying', 'I think so too.'],
    ['tagging', 'open'],
  ])
  const source = new URL(page.items[0]?.target.source ?? '')
  const picture = await app.api.get(source.pathname).responseType('blob')
  expect(picture.status).toBe(200)
  expect(await sharp(picture.body).metadata()).toMatchObject({ width: 400, height: 300 })
})

test('PNG shows the design on its table, with a pin on its pixel and a region', async () => {
  const project = await givenProject(app.api, { name: 'Café' })
  await givenComment(app.api, project._id, { x: 120, y: 80 })
  await givenComment(app.api, project._id, { x: 200, y: 100, kind: 'region', w: 60, h: 50 })

  const answer = await ask(project._id, { format: 'png' })

  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''Caf%C3%A9%2C%20version%201.png`)
  const { data, info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([400 + 48, 300 + 60])
  const at = (x: number, y: number) => [...data.subarray(((y + 36) * info.width + x + 24) * 3).subarray(0, 3)]
  expect(at(-1, -1)).toEqual([0xd6, 0xd6, 0xd6])
  expect(at(10, 10)).toEqual([0x88, 0xaa, 0xcc])
  // Three points: beside the number in the head of the pin, just above its tip, and below it.
  expect(at(120 - 8, 80 - 19)).toEqual([0xff, 0x6b, 0x1a])
  expect(at(120, 79)).not.toEqual([0x88, 0xaa, 0xcc])
  expect(at(120, 81)).toEqual([0x88, 0xaa, 0xcc])
  expect(at(259, 120)).toEqual([0x16, 0x16, 0x15])
  expect(at(230, 125)).not.toEqual([0x88, 0xaa, 0xcc])
  expect(at(262, 125)).toEqual([0x88, 0xaa, 0xcc])
})

test('every viewer may export, no one sees the owner’s e-mail, and reviewers do not see the verdicts of others', async () => {
  const project = await givenProject(app.api, { linkPermission: 'view' })
  // Before that, a project has the same id for both.
  await app.api.post(`/projects/${project._id}/link`).set(project.owner.auth).expect(200)
  const link = await linkOf(project)
  const verdict = { verdict: 'changes', name: 'Tom Keller', note: 'The red' }
  await givenSettings(app.api, project, { permission: 'comment' })
  await app.api.put(`/projects/${link}/round/verdict`).set(givenGuest()).send(verdict).expect(200)
  await givenComment(app.api, link, {}, project.owner.auth)
  await givenSettings(app.api, project, { permission: 'view' })

  for (const format of ['csv', 'json', 'markdown', 'annotations']) {
    const guests = await textOf(link, { format })
    const owners = await textOf(project._id, { format }, project.owner.auth)
    for (const text of [guests, owners]) {
      expect(text).not.toContain(project.owner.email)
      expect(text).toContain(`/project/${link}?comment=`)
      // The owner's own id would outlive a new link.
      expect(text).not.toContain(project._id)
    }
    expect(guests).not.toContain('The red')
    expect(owners.includes('The red')).toBe(format === 'json')
  }

  await givenSettings(app.api, project, { closed: true })
  for (const format of ['csv', 'png']) {
    const refused = await app.api.get(`/projects/${link}/export`).query({ format })
    expect(refused).toMatchObject({ status: 404, body: { code: 'project_not_found' } })
    expect((await ask(project._id, { format }, project.owner.auth)).status).toBe(200)
  }
})
