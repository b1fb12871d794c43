import { once } from 'node:events'
import { createServer } from 'node:http'
import { findBrowser } from '@pinmark/testbed/browser'
import { mustCall } from '@pinmark/testbed/client'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import { givenStudio, type Studio } from '../test/command-line'

const red = [255, 0, 0]
const green = [0, 128, 0]
const blue = [0, 0, 255]
const yellow = [255, 255, 0]
const black = [0, 0, 0]
const white = [255, 255, 255]

/** 3,000 px tall: a sticky red header, a picture at 1,500 px and a part at 2,000 px that come when they are seen, an endless
 *  animation at 600 px, a yellow bar at the bottom of the window, and a blue one on it in a web component. */
const page = `<!doctype html><title>Page</title>
<style>
  body { margin: 0; height: 3000px; position: relative; background: white }
  header { position: sticky; top: 0; height: 50px; background: red }
  footer { position: fixed; bottom: 0; width: 100%; height: 40px; background: yellow }
  .spot { position: absolute; left: 100px; width: 100px; height: 100px }
  #moving { top: 600px; background: black; animation: away 1s infinite alternate }
  @keyframes away { to { transform: translateX(300px) } }
  #late.seen { background: blue }
</style>
<header></header>
<div class="spot" id="moving"></div>
<img class="spot" style="top: 1500px" loading="lazy" src="/green.svg">
<div class="spot" id="late" style="top: 2000px"></div>
<footer></footer>
<x-bar></x-bar>
<script>
  new IntersectionObserver(([{ isIntersecting, target }]) => {
    if (isIntersecting) target.classList.add('seen')
  }).observe(document.querySelector('#late'))
  document.querySelector('x-bar').attachShadow({ mode: 'open' }).innerHTML =
    '<div style="position: fixed; bottom: 0; right: 0; width: 50px; height: 40px; background: blue"></div>'
</script>`

/** Each line has 20 px, except for the field. */
const wordsPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Words</title>
<style>
  body { margin: 10px; width: 700px; font: 16px/20px monospace }
  p, h1 { margin: 0; font: inherit }
  .upper { text-transform: uppercase }
  .hidden { overflow: hidden; width: 1px; height: 1px }
  .columns { display: flex; justify-content: space-between }
</style>
<h1 id="title" class="upper">Checkout</h1>
<p>Total <b>48</b> €, with <a href="#">ta<i>x</i></a></p>
<p style="width: 60px">二〇二六年十一月</p>
<div class="columns"><p>Left</p><p>Right</p></div>
<p class="hidden">For screen readers</p>
<p style="display: none">Later</p><p style="opacity: 0">Faded</p>
<button>Buy tickets</button>
<input value="ana@ruiz.test"><input type="password" value="secret"><input type="checkbox">
<x-card></x-card>
<script>
  document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML =
    '<b>In a component</b>'
</script>`

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="green"/></svg>'

/** Its script opens another page when it is loaded. */
const leadingPage = (to: string) =>
  `<!doctype html><body style="background: red"><script>setTimeout(() => (location.href = '${to}'), 20)</script>`

/** 600 px wide in any window, with words at its right edge, and a picture that never comes. */
const widePage = `<!doctype html><body style="margin: 0"><img src="/never" width="1" height="1">
<p style="position: absolute; left: 500px; width: 100px; margin: 0; font: 16px/20px monospace">Aside</p>`

/** A site whose page /private needs the cookie that /login sets, and /staging a password. */
async function givenSite(): Promise<string> {
  const server = createServer(({ url, headers }, answer) => {
    if (url === '/never') return
    if (url === '/staging' && headers.authorization !== `Basic ${btoa('ana:secret')}`)
      return void answer.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()
    if (url === '/green.svg') return void answer.setHeader('Content-Type', 'image/svg+xml').end(picture)
    if (url === '/gone') return void answer.writeHead(404).end()
    answer.setHeader('Content-Type', 'text/html')
    if (url === '/login') answer.setHeader('Set-Cookie', 'who=ana; Max-Age=1000')
    if (url === '/private' && headers.cookie !== 'who=ana') answer.writeHead(403)
    const others: Record<string, string> = {
      '/words': wordsPage,
      '/start': leadingPage('/words'),
      '/again': leadingPage('/again'),
      '/wide': widePage,
    }
    answer.end(others[url ?? ''] ?? page)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://localhost:${await listenOnFreePort(server, 'localhost')}`
}

/** The pixels of the newest version of a design. */
async function pixelsOf({ owner, project, read }: Studio, title: string) {
  const design = (await read()).designs.find((each) => each.title === title)
  const version = design?.versions.at(-1)
  const address = `${inject('url')}/projects/${project._id}/designs/${design?._id}/versions/${version?._id}/original`
  const bytes = await mustCall<Buffer>(200, address, { token: owner.token, as: 'bytes' })
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { width: info.width, height: info.height, at }
}

/** The text of the newest design. */
async function linesOf({ owner, project, read }: Studio): Promise<DesignLine[]> {
  const design = (await read()).designs.at(-1)
  const address = `${inject('url')}/projects/${project._id}/designs/${design?._id}/versions/${design?.versions[0]?._id}/lines`
  return mustCall<DesignLine[]>(200, address, { token: owner.token })
}

test('a page is captured whole, with what loads late, still, and with each bar once', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }

  const pushed = await studio.pinmark(
    ['push', `${site}/`, `${site}/about/team.html`, '--widths', '800,390'],
    { env },
  )

  expect(pushed).toMatchObject({ code: 0, stderr: '' })
  const titles = (await studio.read()).designs.map(({ title }) => title)
  expect(titles).toEqual(['Landing page', 'home 800', 'home 390', 'about team 800', 'about team 390'])
  const narrow = await pixelsOf(studio, 'home 390')
  expect([narrow.width, narrow.height]).toEqual([390, 3000])
  const { width, height, at } = await pixelsOf(studio, 'home 800')
  expect([width, height]).toEqual([800, 3000])
  const colours = {
    header: at(5, 25),
    moving: at(150, 650),
    lazy: at(150, 1550),
    late: at(150, 2050),
    footer: at(5, 2980),
    component: at(790, 2980),
    window: at(790, 880),
  }
  expect(colours).toEqual({
    ...{ header: red, moving: black, lazy: green, late: blue, footer: yellow, component: blue },
    window: white,
  })
  // Besides the header and the footer, the left edge is white.
  expect(
    Array.from({ length: 2900 }, (_, y) => at(5, y + 55)).every((pixel) => pixel.join() === white.join()),
  ).toBe(true)

  const again = await studio.pinmark(['push', `${site}/`, '--widths', '800,390'], { env })
  expect(again.stdout.match(/unchanged/g)).toHaveLength(2)
})

test('the text of a page is sent with its picture, line by line, as it is seen', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]

  const pushed = await studio.pinmark(['push', `${site}/words`], {
    env: { CHROME_PATH: await findBrowser() },
  })

  expect(pushed).toMatchObject({ code: 0, stderr: '' })
  const lines = await linesOf(studio)
  expect(lines.map(({ text }) => text)).toEqual([
    ...['CHECKOUT', 'Total 48 €, with tax', expect.stringMatching(/^二〇/), expect.stringMatching(/月$/)],
    ...['Left', 'Right', 'Buy tickets', 'In a component', 'ana@ruiz.test'],
  ])
  expect(lines[0]).toMatchObject({ selector: '#title', role: 'heading', source: 'capture' })
  expect(lines[6]).toMatchObject({ selector: 'html > body > button', role: 'button' })
  expect(lines[7]).not.toHaveProperty('selector')
  const [left, right] = [lines[4]?.box ?? [], lines[5]?.box ?? []]
  expect(left[0]).toBe(10)
  expect(right[0]).toBeGreaterThan(600)
  // Letters are at most as high as their line.
  const tops = lines.slice(0, 2).map(({ box }) => box[1])
  expect(tops).toEqual([expect.closeTo(11, -1), expect.closeTo(31, -1)])
})

test('a page behind a login is captured with a profile that is logged in', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }
  const push = (...args: string[]) => studio.pinmark(['push', ...args], { env })

  expect(await push(`${site}/private`)).toMatchObject({
    code: 3,
    stderr: `pinmark: ${site}/private: The page answered 403.\n`,
  })
  expect((await push(`${site}/login`, '--profile', 'profile')).code).toBe(0)
  expect(await push(`${site}/private`, '--profile', 'profile', '--name', 'Inside')).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringContaining('design added, Inside'),
  })
})

test('a page that cannot be opened is named, and the others are sent', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }

  const pushed = await studio.pinmark(['push', `${site}/gone`, 'http://localhost:1/', `${site}/here`], {
    env,
  })

  expect(pushed.code).toBe(3)
  expect(pushed.stderr).toContain(`${site}/gone: The page answered 404.`)
  expect(pushed.stderr).toContain('ERR_')
  expect(pushed.stderr).not.toContain('    at ')
  expect(pushed.stdout).toContain('design added, here')
})

test('a page that a script opens is captured in place of the first, and one without an end is named', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }

  const pushed = await studio.pinmark(['push', `${site}/start`, `${site}/again`], { env })

  expect(pushed).toMatchObject({
    code: 3,
    stderr: `pinmark: ${site}/again: The page opens other pages again and again.\n`,
  })
  expect((await pixelsOf(studio, 'start')).at(5, 5)).toEqual(white)
})

test('a page that is wider than the window is captured whole with its words, also if one of its pictures never comes', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }

  expect(await studio.pinmark(['push', `${site}/wide`, '--widths', '390'], { env })).toMatchObject({
    code: 0,
  })

  expect((await pixelsOf(studio, 'wide')).width).toBe(600)
  expect((await linesOf(studio)).map(({ text }) => text)).toEqual(['Aside'])
})

test('a file at an address is refused, and a password in an address is not printed', async () => {
  const [studio, site] = [await givenStudio(), await givenSite()]
  const env = { CHROME_PATH: await findBrowser() }
  const withPassword = `${site.replace('//', '//ana:secret@')}/staging`

  const pushed = await studio.pinmark(['push', `${site}/green.svg`, withPassword], { env })

  expect(pushed.code).toBe(3)
  expect(pushed.stderr).toBe(
    `pinmark: ${site}/green.svg: The address is that of a file, and not of a page. Download it, and push the file.\n`,
  )
  expect(pushed.stdout).toContain(`${site}/staging: design added, staging`)
  expect(pushed.stdout).not.toContain('secret')
})

test('Ctrl-C ends a capture and its browser', async () => {
  const studio = await givenStudio()
  const server = createServer(() => {})
  onTestFinished(() => server.closeAllConnections())
  const arrived = once(server, 'request')
  const address = `http://localhost:${await listenOnFreePort(server, 'localhost')}/`
  const running = studio.started(['push', address], { env: { CHROME_PATH: await findBrowser() } })
  await arrived

  running.child.kill('SIGINT')

  expect(await running.ended).toEqual({ code: 130, stdout: '', stderr: '' })
  server.close()
})

test('without a browser, the choices are named', async () => {
  const { pinmark } = await givenStudio()
  const { code, stderr } = await pinmark(['push', 'http://localhost:1/'], {
    env: { CHROME_PATH: '/no/chromium' },
  })
  expect(code).toBe(3)
  expect(stderr).toContain('/no/chromium')
})
