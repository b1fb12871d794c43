import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustCall } from '@pinmark/testbed/client'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { expect, inject, test } from 'vitest'
import { givenStudio, givenVerdict, picture, stateOf, type Studio } from '../test/command-line'
import { givenProxy } from '../test/proxy'

test('files become versions of the designs with their names, and new designs, in one new round', async () => {
  const studio = await givenStudio()
  await studio.draw('landing-v2.png', 100)
  await studio.draw('Checkout.png', 120)

  const pushed = await studio.pinmark([
    'push',
    'landing-v2.png',
    'Checkout.png',
    '--note',
    'Calmer',
    '--json',
  ])

  expect(pushed).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(pushed.stdout)).toMatchObject({
    project: `${inject('url')}/project/${studio.project._id}`,
    pushed: [
      { file: 'landing-v2.png', status: 'version added', title: 'Landing page', version: 2, round: 2 },
      { file: 'Checkout.png', status: 'design added', title: 'Checkout', version: 1 },
    ],
  })
  const project = await studio.read()
  expect(project.designs.map(({ title }) => title)).toEqual(['Landing page', 'Checkout'])
  expect(project.designs[0]?.versions.at(-1)?.note).toBe('Calmer')
})

test('a former picture can become the newest again, and the same one adds nothing', async () => {
  const studio = await givenStudio()
  const push = async (at: number) => {
    await studio.draw('landing.png', at)
    return (await studio.pinmark(['push', 'landing.png'])).stdout
  }

  expect(await push(100)).toContain('landing.png: version added, Landing page, version 2')
  expect(await push(100)).toContain('landing.png: unchanged, Landing page, version 2')
  expect(await push(120)).toContain('version 3')
  expect(await push(100)).toContain('version 4')
  expect((await studio.read()).round.number).toBe(4)
})

test('killed after any request and run again, a push adds nothing twice and opens one round', async () => {
  const whole = await givenTwoDesigns()
  expect((await whole.pinmark(['push', '.'])).code).toBe(0)
  const expected = await stateOf(whole)
  expect(expected).toMatchObject({
    designs: ['Landing page: 1, 2', 'About: 1, 2', 'Checkout: 1', 'Mail: 1'],
    round: 2,
  })

  const requests = 5
  for (let last = 1; last <= requests; last += 1) {
    const proxy = await givenProxy()
    const studio = await givenTwoDesigns(proxy.url)
    const running = studio.started(['push', '.'])
    proxy.passes = (count) => {
      if (count === last) running.child.kill('SIGKILL')
      return count < last
    }
    expect((await running.ended).code, `killed after request ${last}`).toBeNull()

    proxy.passes = () => true
    expect(await studio.pinmark(['push', '.'])).toMatchObject({ code: 0, stderr: '' })
    expect(await stateOf(studio), `killed after request ${last}`).toEqual(expected)
  }
})

/** A project with two designs, and a folder with a changed picture of each and two new ones. */
async function givenTwoDesigns(via?: string): Promise<Studio> {
  const studio = await givenStudio(via === undefined ? {} : { via })
  const form = new FormData()
  form.append('image', new File([new Uint8Array(await picture(60))], 'About.png'))
  const address = `${inject('url')}/projects/${studio.project._id}/designs`
  await mustCall(201, address, { method: 'POST', token: studio.owner.token, form })
  await Promise.all([
    studio.draw('Checkout.png', 100),
    studio.draw('about-final.png', 120),
    studio.draw('landing.png', 140),
    // The same picture under another name is another design.
    studio.draw('Mail.png', 100),
  ])
  return studio
}

test('lost answers are asked for again, and nothing is stored twice', async () => {
  const proxy = await givenProxy()
  const studio = await givenTwoDesigns(proxy.url)
  proxy.passes = (count) => count % 2 === 0

  expect(await studio.pinmark(['push', '.'])).toMatchObject({ code: 0, stderr: '' })
  expect(await stateOf(studio)).toMatchObject({
    designs: ['Landing page: 1, 2', 'About: 1, 2', 'Checkout: 1', 'Mail: 1'],
    round: 2,
  })
})

test('a file stays with the design that it became, also after it was renamed', async () => {
  const studio = await givenStudio()
  await studio.draw('checkout.png', 100)
  await studio.pinmark(['push', 'checkout.png'])
  const design = (await studio.read()).designs.at(-1)
  await mustCall(200, `${inject('url')}/projects/${studio.project._id}/designs/${design?._id}`, {
    ...{ method: 'PATCH', token: studio.owner.token, body: { title: 'Till' } },
  })

  expect((await studio.pinmark(['push', 'checkout.png'])).stdout).toContain('unchanged, Till, version 1')
  expect((await studio.read()).designs).toHaveLength(2)
})

test('a round that a reviewer has judged gets no further version', async () => {
  const studio = await givenTwoDesigns()
  await studio.pinmark(['push', 'landing.png'])
  await givenVerdict(studio, 'good')

  await studio.pinmark(['push', 'landing.png', 'about-final.png'])

  expect((await stateOf(studio)).round).toBe(3)
})

test('names of files are only names: each is stored once, and none moves the cursor', async () => {
  const studio = await givenStudio()
  const names = [
    '--help.png',
    'a"b\r\nX-Evil: 1.png',
    '$(touch pwned).png',
    '\u001B[31mred.png',
    `${'ü'.repeat(80)}.png`,
    "';DROP.png",
  ]
  await Promise.all(names.map((name, index) => studio.draw(name, 100 + 10 * index)))

  const first = await studio.pinmark(['push', '.'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout.match(/design added/g)).toHaveLength(names.length)
  expect(first.stdout).not.toMatch(/\u001B|\r/)
  const again = await studio.pinmark(['push', '.'])
  expect(again.stdout.match(/unchanged/g)).toHaveLength(names.length)
  expect((await studio.read()).designs).toHaveLength(1 + names.length)
})

test('a name with a slash finds its design, and is refused for a new one, which would lose its beginning', async () => {
  const studio = await givenStudio()
  await studio.draw('mobile.png', 100)
  const push = () => studio.pinmark(['push', 'mobile.png', '--name', 'Landing / Mobile'])

  expect(await push()).toMatchObject({
    code: 3,
    stderr: 'pinmark: mobile.png: The name of a new design has no / and no \\.\n',
  })
  const [design] = (await studio.read()).designs
  await mustCall(200, `${inject('url')}/projects/${studio.project._id}/designs/${design?._id}`, {
    ...{ method: 'PATCH', token: studio.owner.token, body: { title: 'Landing / Mobile' } },
  })
  expect((await push()).stdout).toContain('version added, Landing / Mobile, version 2')
})

test('the pages of a PDF are designs of their own, and stay what they are', async () => {
  const studio = await givenStudio()
  await writeFile(
    join(studio.folder, 'deck.pdf'),
    pdfOf([
      filledPage(200, 300, [1, 0, 0]),
      filledPage(200, 300, [0, 1, 0]),
      filledPage(200, 300, [0, 0, 1]),
    ]),
  )

  expect((await studio.pinmark(['push', 'deck.pdf', '--pages', '1,3'])).code).toBe(0)
  const again = await studio.pinmark(['push', 'deck.pdf'])

  expect(again.stdout).toContain('deck.pdf (page 1): unchanged, deck 1, version 1')
  expect((await studio.read()).designs.map(({ title }) => title)).toEqual([
    'Landing page',
    'deck 1',
    'deck 3',
    'deck 2',
  ])
})

test('a refused file does not stop the others, and the command fails', async () => {
  const studio = await givenStudio()
  await writeFile(join(studio.folder, 'broken.png'), 'These are words.')
  await studio.draw('checkout.png', 100)

  const pushed = await studio.pinmark(['push', 'broken.png', 'checkout.png'])

  expect(pushed.code).toBe(3)
  expect(pushed.stderr).toBe(
    'pinmark: broken.png: This file is not a supported image. Use JPEG, PNG, WebP, AVIF, GIF, SVG or PDF.\n',
  )
  expect(pushed.stdout).toContain('checkout.png: design added')
})

test.each([
  [['push'], 'Name a file, a folder or an address.'],
  [['push', 'missing.png'], 'missing.png cannot be read.'],
  [['push', 'localhost:5173/checkout'], 'An address begins with http:// or https://.'],
  [['push', 'empty'], 'There is no picture to send.'],
  [['push', 'deck.pdf', '--pages', '9'], '--pages 9 chooses none.'],
  [['push', 'home.png', 'home-v2.png'], 'have the same name'],
  [['push', 'home.png', 'about.png', '--name', 'Landing'], '--name is for one file or page.'],
  [['push', 'http://localhost:1/', '--widths', 'wide'], 'Widths are whole numbers'],
  [['push', 'home.png', '--color'], "Unknown option '--color'"],
  [
    ['push', 'home.png', '--project', 'https://elsewhere.test/project/AAAAAAAAAAAAAAAAAAAAAA'],
    'The project is on https://elsewhere.test',
  ],
])('%j is a mistake that is explained, and sends nothing', async (args, sentence) => {
  const studio = await givenStudio()
  await mkdir(join(studio.folder, 'empty'))
  for (const name of ['home.png', 'home-v2.png', 'about.png']) await studio.draw(name, 100)
  await writeFile(
    join(studio.folder, 'deck.pdf'),
    pdfOf([filledPage(20, 30, [1, 0, 0]), filledPage(20, 30, [0, 1, 0])]),
  )

  const { code, stdout, stderr } = await studio.pinmark(args)

  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
  expect((await studio.read()).designs).toHaveLength(1)
})
