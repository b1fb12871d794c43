import { expect, inject, test } from 'vitest'
import { givenStudio, givenVerdict } from '../test/command-line'
import { givenProxy } from '../test/proxy'

test('push --build stores builds of approved versions alone, and adds no version', async () => {
  const studio = await givenStudio()
  await studio.draw('landing.png', 100)
  await studio.draw('checkout.png', 100)
  const push = () => studio.pinmark(['push', '--build', 'landing.png', 'checkout.png'])

  const unreviewed = await push()
  expect(unreviewed).toMatchObject({ code: 2, stdout: '' })
  expect(unreviewed.stderr).toContain('landing.png: Not approved: round 1 has no verdict yet.')
  await givenVerdict(studio, 'good')
  const pushed = await push()
  expect(pushed.code).toBe(2)
  expect(pushed.stderr).toBe('pinmark: checkout.png: There is no design with this name.\n')
  const { designs, round } = await studio.read()
  expect(designs).toMatchObject([{ versions: [{ number: 1, build: { _id: expect.any(String) } }] }])
  expect(round.number).toBe(1)
  expect(pushed.stdout).toBe(
    `landing.png: build stored, Landing page, version 1\n  ${inject('url')}/project/${studio.project._id}?design=${designs[0]?._id}&compare=1-build\n`,
  )
  expect((await push()).stdout).toContain('landing.png: unchanged, Landing page, version 1')

  await givenVerdict(studio, 'changes')
  expect((await push()).stderr).toContain('Not approved: a reviewer asks for changes in round 1.')
})

test('check --against approved ends with 0 without a difference, 2 with one, and 1 when changes are wanted', async () => {
  const studio = await givenStudio()
  await studio.draw('landing.png', 100)
  await studio.pinmark(['push', 'landing.png'])
  const check = async () => {
    const { code, stdout } = await studio.pinmark([
      ...['check', '--against', 'approved', 'landing.png', '--json'],
    ])
    return { code, built: JSON.parse(stdout).built }
  }

  expect(await check()).toMatchObject({ code: 2, built: [{ status: 'not approved' }] })
  await givenVerdict(studio, 'good')
  expect(await check()).toMatchObject({ code: 0, built: [{ status: 'build stored', differences: [] }] })
  await studio.draw('landing.png', 130)
  const differing = await check()
  expect(differing).toMatchObject({ code: 2, built: [{ status: 'build stored', version: 2 }] })
  expect(differing.built[0].differences[0]).toMatchObject({ kind: expect.any(String), words: null })
  const printed = await studio.pinmark(['check', '--against', 'approved', 'landing.png'])
  expect(printed.stdout).toMatch(/^landing\.png: unchanged, Landing page, version 2\n {2}.* at \d+, \d+/)
  expect(printed.stdout).toContain('compare=2-build\n')

  await givenVerdict(studio, 'changes')
  expect(await check()).toMatchObject({ code: 1 })
  expect((await studio.pinmark(['check', '--against', 'newest', 'landing.png'])).code).toBe(3)
})

test('killed after any request and run again, a build is stored once', async () => {
  for (const last of [1, 2, 3]) {
    const proxy = await givenProxy()
    const studio = await givenStudio({ via: proxy.url })
    await givenVerdict(studio, 'good')
    await studio.draw('landing.png', 100)
    const args = ['check', '--against', 'approved', 'landing.png', '--json']
    const running = studio.started(args)
    proxy.passes = (count) => {
      if (count === last) running.child.kill('SIGKILL')
      return count < last
    }
    expect((await running.ended).code, `killed after request ${last}`).toBeNull()
    const before = (await studio.read()).designs[0]?.versions[0]?.build

    proxy.passes = () => true
    const { code, stdout } = await studio.pinmark(args)
    expect(code, `killed after request ${last}`).toBe(2)
    const { build } = (await studio.read()).designs[0]?.versions[0] ?? {}
    expect(build?.image.width).toBeGreaterThan(0)
    expect(before ?? build).toEqual(build)
    expect(JSON.parse(stdout).built[0].status).toBe(before ? 'unchanged' : 'build stored')
  }
})
