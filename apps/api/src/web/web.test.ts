import { languageCookie } from '@pinmark/words/languages'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCatalogue } from '@pinmark/shared/messages'
import { narrowMedia } from '@pinmark/shared/narrow-media'
import { givenTestApp, startTestApp, type Api, type TestApp } from '../../test/app-under-test'
import { givenImage } from '../../test/given-image'
import {
  givenComment,
  givenProject,
  givenReply,
  givenSettings,
  type GivenProject,
} from '../../test/given-project'
import { noisePng, wideDesignPng } from '../../test/sample-images'

const startPage = `<!doctype html><html lang="en" dir="ltr"><head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Pinmark</title>
<meta name="description" content="Standard" />
<script type="module" crossorigin src="/assets/main-1.js"></script>
</head><body><div id="root"></div></body></html>`
/** A template with every placeholder of the real one, which apps/web/src/app/first-paint.tsx renders. */
const firstPaint = `<div id="first-paint" data-may-change="{{mayChange}}" data-may-comment="{{mayComment}}">
<h1><bdi dir="auto">{{name}}</bdi></h1><p>Edited {{edited}}</p><p dir="auto">{{description}}</p><span>{{describe}}</span>
<picture><source media="${narrowMedia}" srcset="{{narrowSrc}}"/>
<img src="{{src}}" alt="{{alt}}" width="{{width}}" height="{{height}}"/></picture>
<template data-each="pin"><b data-at="{{at}}">{{number}}</b></template><p data-has-resolved="{{hasResolved}}"></p>
<template data-each="row"><li>{{number}} {{commenter}}: {{text}}; {{replies}}</li></template></div>`
const script = 'export const answer = 42\n'.repeat(200)

let app: TestApp
let api: Api
let webDir: string

beforeAll(async () => {
  webDir = await givenBuiltWebApp()
  app = await startTestApp({ webDir })
  api = app.api
})
afterAll(async () => {
  await app.stop()
  await rm(webDir, { recursive: true })
})

async function givenBuiltWebApp(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'pinmark-web-'))
  await mkdir(join(dir, 'assets'))
  await mkdir(join(dir, '.vite'))
  await mkdir(join(dir, '.server'))
  await writeFile(join(dir, '.server', 'first-paint.en.html'), firstPaint)
  await writeFile(join(dir, '.server', 'first-paint.en-XA.html'), firstPaint.replace('Edited', 'Éðïtéð'))
  const manifest = {
    'index.html': { file: 'assets/main-1.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-1.js' },
    'src/pages/project/project-page.tsx': {
      file: 'assets/project-1.js',
      isDynamicEntry: true,
      imports: ['index.html', '_canvas.js'],
      css: ['assets/project-1.css'],
    },
    '_canvas.js': { file: 'assets/canvas-1.js', imports: ['_shared.js'] },
    'src/app/data-layer.tsx': { file: 'assets/data-1.js', isDynamicEntry: true, imports: ['_shared.js'] },
    'src/pages/login/login-page.tsx': { file: 'assets/login-1.js', isDynamicEntry: true },
    '../../packages/words/src/compiled/first/en-XA.ts': { file: 'assets/en-XA-1.js', isDynamicEntry: true },
  }
  await writeFile(join(dir, 'index.html'), startPage)
  await writeFile(join(dir, '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(dir, 'assets', 'main-1.js'), script)
  await writeFile(join(dir, 'assets', 'main-1.js.br'), brotliCompressSync(script))
  await writeFile(join(dir, 'assets', 'main-1.js.gz'), gzipSync(script))
  await writeFile(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dir, '.secret'), 'hidden')
  return dir
}

test.each(['/', '/login', '/register', '/plans', '/account', '/account/developers'])(
  '%s is a page of the web app',
  async (path) => {
    const page = await api.get(path)

    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toBe(startPage)
  },
)

test('a browser gets a page in the language that it asks for, with its words', async () => {
  const project = await givenProject(api, { name: 'Autumn landing' })
  for (const path of ['/login', `/project/${project._id}`]) {
    const { text, headers } = await api.get(path).set('Accept-Language', 'tlh, en-XA;q=0.9, en;q=0.8')
    expect(text).toContain('<html lang="en-XA" dir="rtl">')
    expect(text).toMatch(/<link rel="(modulepreload|later)" crossorigin href="\/assets\/en-XA-1\.js">/)
    expect(headers['vary']).toContain('Accept-Language')
  }
  const painted = await api.get(`/project/${project._id}`).set('Accept-Language', 'en-XA')
  expect(painted.text).toContain('Éðïtéð')
  const described = /<span>([^<]+)<\/span>/.exec(painted.text)?.[1]
  expect(described).toMatch(/^Ådd á désçríptíöñ/)
})

test('a page of a server with single sign-on is in the language that the browser asks for, too', async () => {
  const signOn = {
    ...{ issuer: 'https://login.studio.test', clientId: 'pinmark', clientSecret: 'a secret' },
    ...{ name: 'Studio', isOnly: true, redirectUri: 'https://pins.studio.test/sign-on' },
  }
  const { api: signedOn } = await givenTestApp({ webDir, signOn })
  const { text } = await signedOn.get('/login').set('Accept-Language', 'en-XA')
  expect(text).toMatch(/<html [^>]*lang="en-XA" dir="rtl"/)
  expect(text).toContain('data-sign-on="Studio" data-sign-on-only')
})

test('the language that was chosen in a browser comes before those that it asks for', async () => {
  const [chosen = ''] = languageCookie('en-XA').split(';')
  const { text, headers } = await api.get('/login').set({ 'Accept-Language': 'en', Cookie: `a=1; ${chosen}` })
  expect(text).toContain('<html lang="en-XA" dir="rtl">')
  expect(headers['vary']).toContain('Cookie')
  const cookie = 'pinmark-language=tlh'
  expect((await api.get('/login').set({ 'Accept-Language': 'en', Cookie: cookie })).text).toBe(startPage)
})

const noLanguages = ['', 'tlh', 'C', 'en_US', '*', ';;q=x,,', '__proto__', '%64%65', 'de'.repeat(100)]

test.each(noLanguages)(
  'a browser that asks for the language "%s", or keeps it as its choice, gets the page in English',
  async (wished) => {
    expect((await api.get('/login').set('Accept-Language', wished)).text).toBe(startPage)
    const chosen = { 'Accept-Language': 'en', Cookie: `pinmark-language=${wished}` }
    expect((await api.get('/login').set(chosen)).text).toBe(startPage)
  },
)

test('a page behind a proxy with a login of its own says that Authorization belongs to the proxy', async () => {
  const basic = `Basic ${Buffer.from('studio:opensesame').toString('base64')}`
  for (const path of ['/', `/project/${'A'.repeat(22)}`, '/no/such/page']) {
    const accept = { Accept: 'text/html' }
    expect((await api.get(path).set({ ...accept, Authorization: basic })).text).toContain(' data-proxy-login')
    expect((await api.get(path).set(accept)).text).not.toContain('data-proxy-login')
  }
})

test('a browser at an unknown address gets the app with status 404', async () => {
  const page = await api.get('/no/such/page').set('Accept', 'text/html,*/*')

  expect(page.status).toBe(404)
  expect(page.text).toBe(startPage)
})

test.each(['/no/such/page', '/assets/gone.js', '/projects/too/deep', '/images', '/users/nobody', '/stop'])(
  'a program at the unknown address %s gets an error',
  async (path) => {
    const answer = await api.get(path)

    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ error: errorCatalogue.route_not_found.text, code: 'route_not_found' })
  },
)

test.each(['/project/%E0%A4%A', '/project/%E0%A4%A/report', '/%'])(
  'a browser at %s, whose percent signs are malformed, gets the page too, and a program an error',
  async (path) => {
    const page = await api.get(path).set('Accept', 'text/html,*/*')
    const answer = await api.get(path)

    expect(page.status).toBe(404)
    expect(page.text).toBe(startPage)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'bad_request' })
  },
)

test('an address of the API never returns the page, not even to a browser', async () => {
  const answer = await api.get('/projects/too/deep').set('Accept', 'text/html')

  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({ code: 'route_not_found' })
})

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
])('a browser that accepts %s gets a precompressed script', async (accepted, encoding) => {
  const answer = await api.get('/assets/main-1.js').set('Accept-Encoding', accepted)

  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringContaining('Accept-Encoding'),
  })
  expect(Number(answer.headers['content-length'])).toBeLessThan(script.length / 4)
})

test('a browser that accepts no compression gets the plain script', async () => {
  const answer = await api.get('/assets/main-1.js').set('Accept-Encoding', 'identity')

  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.text).toBe(script)
})

test('a file without a hash in its name is revalidated, and answered with 304', async () => {
  const first = await api.get('/favicon.svg')
  const second = await api.get('/favicon.svg').set('If-None-Match', String(first.headers['etag']))

  expect(first.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  expect(second.status).toBe(304)
})

test.each([
  '/.secret',
  '/.vite/manifest.json',
  '/.server/first-paint.en.html',
  '/assets/../.secret',
  '/%2e%2e/index.html',
  '/assets/%2e%2e/.secret',
  '/assets/main-1.js/x.js',
  `/${'a'.repeat(3_000)}.js`,
])('only files of the build can be read: %s', async (path) => {
  const answer = await api.get(path)

  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain('hidden')
  expect(answer.text).not.toContain('manifest')
})

/** Image keys of the link. The owner has other ones. */
async function linkKeyOf({ _id }: GivenProject): Promise<string> {
  const { body } = await api.get(`/projects/${_id}?image=none`)
  return body.designs[0].versions[0].image._id
}

test('the page of a shared project has its name, shows its picture and preloads what it needs', async () => {
  const project = await givenProject(api, { name: 'Autumn landing' })
  await api
    .put(`/projects/${project._id}`)
    .set(project.owner.auth)
    .send({ description: 'Is the\n button clear?' })

  const { text, status } = await api.get(`/project/${project._id}`).set('Host', 'pins.studio.test')

  expect(status).toBe(200)
  expect(text).toContain('<title>Autumn landing · Pinmark</title>')
  expect(text.match(/<title>/g)).toHaveLength(1)
  expect(text.match(/name="description"/g)).toHaveLength(1)
  expect(text).toContain('<meta property="og:title" content="Autumn landing">')
  expect(text).toContain('<meta property="og:description" content="Is the button clear?">')
  expect(text).toContain(`<meta property="og:url" content="http://pins.studio.test/project/${project._id}">`)
  const preview = `/images/${await linkKeyOf(project)}/preview`
  expect(text).toContain(`content="http://pins.studio.test${preview}"`)
  const sizes = [...text.matchAll(/property="og:image:(?:width|height)" content="(\d+)"/g)]
  const { width, height } = await sharp((await api.get(preview)).body).metadata()
  expect(sizes.map(([, side]) => Number(side))).toEqual([width, height])
  expect(text).toContain(
    `<link rel="preload" as="image" href="/images/${await linkKeyOf(project)}/view" fetchpriority="high">`,
  )
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).toContain('<link rel="later" crossorigin href="/assets/project-1.js">')
  expect(text).toContain('<link rel="later" crossorigin href="/assets/canvas-1.js">')
  expect(text).toContain('<link rel="later" crossorigin href="/assets/data-1.js">')
  expect(text).not.toContain('login-1.js')
  expect(text).not.toContain('href="/assets/shared-1.js"')
})

test('the page of a shared project contains its design, visible before any script runs', async () => {
  const project = await givenProject(api, { name: 'Autumn landing' })
  await describe(project, 'Is the\n button clear?')

  const { text, headers } = await api.get(`/project/${project._id}`)

  const painted = text.slice(text.indexOf('<div id="first-paint"'), text.indexOf('<div id="root">'))
  expect(painted).toMatch(/<h1[^>]*><bdi dir="auto">Autumn landing<\/bdi><\/h1>/)
  expect(painted).toContain('>Is the\n button clear?</p>')
  const [design = ''] = /<img\b[^>]*>/.exec(painted) ?? []
  expect(design).toContain(`src="/images/${await linkKeyOf(project)}/view"`)
  expect(design).toContain('alt="Design: Autumn landing, version 1"')
  expect(design).toMatch(new RegExp(`width="${project.width}"\\s+height="${project.height}"`))
  expect(painted).toContain('data-may-change="false"')
  expect(painted).not.toContain('{{')
  expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/project-1.css">')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringContaining("style-src 'self';img-src 'self' data: blob:;"),
  })
})

/** The painted page of a shared project. */
async function paintOf({ _id }: { _id: string }): Promise<string> {
  const { text } = await api.get(`/project/${_id}`)
  return text.slice(text.indexOf('<div id="first-paint"'), text.indexOf('<div id="root">'))
}

test('the page of a shared project contains the pins and first rows of its open comments, as text', async () => {
  const project = await givenProject(api)
  const { width, height, owner } = project
  const add = (x: number, y: number, text: string) =>
    givenComment(api, project._id, { x, y, text, commenter: 'Mara <b>' })
  const first = await add(width / 2, height / 4, '{{name}} <template data-each="row"> $&')
  const second = await add(0, 0, 'Done already')
  await givenReply(api, project._id, first._id)
  await api
    .patch(`/projects/${project._id}/comments/${second._id}`)
    .set(owner.auth)
    .send({ resolved: true })
    .expect(200)

  const painted = await paintOf(project)

  expect(painted.match(/<b data-at="[^"]*">\d+<\/b>/g)).toEqual([
    '<b data-at="25.000% auto auto 50.000%">1</b>',
  ])
  expect(painted.match(/<li>.*<\/li>/g)).toEqual([
    '<li>1 Mara &#60;b&#62;: {{name}} &#60;template data-each=&#34;row&#34;&#62; $&#38;; 1 reply</li>',
  ])
  expect(painted).toContain('data-has-resolved="true"')
})

test.each(['?v=1', '?design=AAAAAAAAAAAAAAAAAAAAAA'])(
  'the page of a shared project at %s is left to the app, which can show that version',
  async (query) => {
    const project = await givenProject(api, { name: 'Autumn landing' })

    const { text } = await api.get(`/project/${project._id}${query}`)

    expect(text).toContain('<title>Autumn landing · Pinmark</title>')
    expect(text).not.toContain('id="first-paint"')
    expect(text).not.toContain('as="image"')
  },
)

test('phones get the narrow picture, and other screens the exact one', async () => {
  const project = await givenImage(api, await wideDesignPng())
  const key = await linkKeyOf(project)
  const [narrow, view] = [`/images/${key}/narrow`, `/images/${key}/view`]

  const { text } = await api.get(`/project/${project._id}`)

  const preloads = text.match(/<link rel="preload" as="image"[^>]*>/g)
  expect(preloads).toEqual([
    `<link rel="preload" as="image" href="${narrow}" media="${narrowMedia}" fetchpriority="high">`,
    `<link rel="preload" as="image" href="${view}" media="not all and ${narrowMedia}" fetchpriority="high">`,
  ])
  // Until this tag is read, the preload scanner takes a phone for a wide screen.
  expect(text.indexOf('name="viewport"')).toBeLessThan(text.indexOf(preloads?.[0] ?? ''))
  const [picture = ''] = /<picture\b[^]*?<\/picture>/.exec(text) ?? []
  expect(picture).toMatch(/<source\b[^>]*\smedia="\(max-width: 450px\) and \(max-resolution: 3dppx\)"/)
  expect(picture).toMatch(new RegExp(`<source\\b[^>]*\\ssrcset="${narrow}"`))
  expect(picture).toMatch(new RegExp(`<img\\b[^>]*\\ssrc="${view}"`))
  // The place is that of the whole design, whichever picture comes.
  expect(picture).toMatch(/width="1440"\s+height="360"/)
})

test('a design without a narrow picture has one picture for all screens', async () => {
  const project = await givenProject(api)

  const { text } = await api.get(`/project/${project._id}`)

  expect(text).not.toMatch(/<source\b|\ssrcset=|\smedia="[^"]*resolution|\/narrow/)
  expect(text.match(/<link rel="preload" as="image"/g)).toHaveLength(1)
})

test('the scripts of the page wait for a light design, but not for a heavy one', async () => {
  const light = await givenProject(api)
  const heavy = await givenImage(api, await noisePng(600, 500))

  const waiting = (await api.get(`/project/${light._id}`)).text
  const hurrying = (await api.get(`/project/${heavy._id}`)).text

  expect(waiting).toContain('<script type="later" crossorigin src="/assets/main-1.js"></script>')
  expect(waiting).not.toMatch(/type="module"|rel="modulepreload"/)
  expect(hurrying).toContain('<script type="module" crossorigin src="/assets/main-1.js"></script>')
  expect(hurrying).toContain('<link rel="modulepreload" crossorigin href="/assets/project-1.js">')
  expect(hurrying).not.toMatch(/"later"/)
})

test('the first paint shows whether a guest may change the project, and no rights of the owner', async () => {
  const project = await givenProject(api, { linkPermission: 'manage' })
  const open = await api.get(`/project/${project._id}`)
  await givenSettings(api, project, { permission: 'view' })
  const closed = await api.get(`/project/${project._id}`).set(project.owner.auth)

  expect(open.text).toContain('data-may-change="true"')
  expect(closed.text).toContain('data-may-change="false"')
})

test('a view-only project is painted like another, but keeps no press', async () => {
  const project = await givenProject(api)
  const before = await api.get(`/project/${project._id}`)
  await givenSettings(api, project, { permission: 'view' })

  const viewOnly = await api.get(`/project/${project._id}`)

  expect(viewOnly.status).toBe(200)
  expect(before.text).toContain('data-may-comment="true"')
  expect(viewOnly.text).toBe(before.text.replace('data-may-comment="true"', 'data-may-comment="false"'))
})

test('without a template in the build, the page is sent without a first paint', async () => {
  await rm(join(webDir, '.server', 'first-paint.en.html'))
  const project = await givenProject(api, { name: 'Autumn landing' })

  const { text, status } = await api.get(`/project/${project._id}`)
  await writeFile(join(webDir, '.server', 'first-paint.en.html'), firstPaint)

  expect(status).toBe(200)
  expect(text).toContain('<title>Autumn landing · Pinmark</title>')
  expect(text).not.toContain('first-paint')
})

test('addresses start with PUBLIC_URL if it is set', async () => {
  const behindProxy = await givenTestApp({ webDir, publicUrl: 'https://pins.studio.test' })
  const project = await givenProject(behindProxy.api)

  const { text } = await behindProxy.api.get(`/project/${project._id}`)

  expect(text).toContain(`content="https://pins.studio.test/project/${project._id}"`)
  expect(text).toContain(`content="https://pins.studio.test/images/${await linkKeyOf(project)}/preview"`)
})

test('a name that looks like markup stays text', async () => {
  const name = '</title><script>alert(1)</script> "quoted" $& $1 {{alt}} \' `'
  const project = await givenProject(api, { name })
  await describe(project, '</p><img src=x onerror=alert(1)> {{name}} $&')

  const { text } = await api.get(`/project/${project._id}`)

  expect(text).not.toContain('<script>')
  expect(text).not.toContain('<img src=x')
  expect(text.match(/<img\b/g)).toHaveLength(1)
  expect(text).toContain('alt="Design: &#60;/title&#62;&#60;script&#62;alert(1)')
  // Text that looks like a placeholder stays unchanged.
  expect(text).toContain('&#60;/p&#62;&#60;img src=x onerror=alert(1)&#62; {{name}} $&#38;</p>')
  expect(text).toContain(
    '<title>&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#34;quoted&#34; $&#38; $1',
  )
})

test('a hostile Host header stays text', async () => {
  const project = await givenProject(api)

  const { text } = await api.get(`/project/${project._id}`).set('Host', 'x"><script>alert(1)</script>')

  expect(text).not.toContain('<script>')
})

test.each([
  [
    'a closed link',
    async (project: Awaited<ReturnType<typeof givenProject>>) =>
      givenSettings(api, project, { closed: true }),
  ],
  [
    'a deleted project',
    async (project: Awaited<ReturnType<typeof givenProject>>) =>
      void (await api.delete(`/projects/${project._id}`).set(project.owner.auth)),
  ],
])('%s looks unknown even to its owner, because a page request has no token', async (_case, end) => {
  const project = await givenProject(api, { name: 'Secret plans' })
  await end(project)

  const page = await api.get(`/project/${project._id}`).set(project.owner.auth)
  const unknown = await api.get(`/project/${'A'.repeat(22)}`)

  expect(page.status).toBe(404)
  expect(page.text).not.toContain('Secret plans')
  expect(page.text).not.toContain('/images/')
  expect([page.text, namesOfHeaders(page)]).toEqual([unknown.text, namesOfHeaders(unknown)])
})

async function describe({ _id, owner }: Awaited<ReturnType<typeof givenProject>>, description: string) {
  const { status } = await api.put(`/projects/${_id}`).set(owner.auth).send({ description })
  expect(status).toBe(200)
}

const namesOfHeaders = ({ headers }: { headers: object }) => Object.keys(headers).toSorted()

test.each(['AAAAAAAAAAAAAAAAAAAAAA', 'short', '%00', '%24ne'])(
  'an unknown link %s returns the plain page with status 404',
  async (id) => {
    const page = await api.get(`/project/${id}`)

    expect(page.status).toBe(404)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('<title>Pinmark</title>')
    expect(page.text).toContain('<link rel="modulepreload" crossorigin href="/assets/project-1.js">')
  },
)

test.each(['.', ')', '%3E', ',', '%20', '%22', "'", '%E3%80%82', '%E0%A4%A', '.%20and', ').'])(
  'the address of a project with %s behind its link leads to the project',
  async (rest) => {
    const { _id } = await givenProject(api)
    const path = `/project/${_id}`
    const ids = `comment=${'c'.repeat(22)}&design=${'d'.repeat(22)}&v=2`
    const placeOf = async (address: string) => {
      const { status, headers } = await api.get(address).set('Accept', 'text/html')
      return [status, headers['location']]
    }
    expect(await placeOf(`${path}${rest}`)).toEqual([302, path])
    expect(await placeOf(`${path}/report${rest}`)).toEqual([302, `${path}/report`])
    expect(await placeOf(`${path}${rest}?${ids}`)).toEqual([302, `${path}?${ids}`])
    expect(await placeOf(`${path}?${ids}${rest}`)).toEqual([302, `${path}?${ids}`])
    expect(await placeOf(`${path}?comment=${'c'.repeat(22)}${rest}&v=2`)).toEqual([
      302,
      `${path}?comment=${'c'.repeat(22)}&v=2`,
    ])
    expect((await api.get(path)).text).toContain('id="first-paint"')
    expect((await api.get(`${path}?${ids}`)).status).toBe(200)
  },
)

test.each(['A', '-', '_', '/', '/other'])(
  'an address with %s behind its link stays as it is',
  async (rest) => {
    const { _id } = await givenProject(api)
    expect((await api.get(`/project/${_id}${rest}`).set('Accept', 'text/html')).status).not.toBe(302)
  },
)

test('pages of unknown links count as attempts to find one', async () => {
  const strict = await givenTestApp({ webDir, trustProxyHops: 1, rates: { linkMiss: 3 } })
  const statusOf = async (path: string) =>
    (await strict.api.get(`${path}${'A'.repeat(22)}`).set('X-Forwarded-For', '10.7.0.1')).status

  const statuses = [await statusOf('/project/'), await statusOf('/project/'), await statusOf('/projects/')]

  expect(statuses).toEqual([404, 404, 404])
  expect(await statusOf('/project/')).toBe(429)
  expect(await statusOf('/projects/')).toBe(429)
})

test('a page address supports no other method', async () => {
  const answer = await api.post('/login').send({})

  expect(answer.status).toBe(405)
  expect(answer.headers['allow']).toContain('GET')
})

test('without a built web app, one sentence says so', async () => {
  const bare = await givenTestApp({ webDir: join(webDir, 'nowhere') })

  const page = await bare.api.get('/').set('Accept', 'text/html')

  expect(page.status).toBe(503)
  expect(page.text).toContain('The web app is not built yet.')
})

test('the page of a locked link contains neither the project’s name nor its picture', async () => {
  const project = await givenProject(api, { name: 'Norra Nights' })
  await givenSettings(api, project, { password: 'six letters' })

  const page = await api.get(`/project/${project._id}`)

  expect(page.status).toBe(200)
  expect(page.text).toContain('<title>Pinmark</title>')
  expect(page.text).not.toMatch(/Norra|og:|\/images\/|first-paint/)
})
