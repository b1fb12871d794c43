import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenStudio, givenVerdict, picture, stateOf } from '../test/command-line'

test('a watched folder sends what is saved, in one round until it is judged, and ends with Ctrl-C', async () => {
  const studio = await givenStudio()
  await studio.draw('landing.png', 100)
  const running = studio.started(['watch', '.'])
  await expect.poll(running.output).toContain('landing.png: version added, Landing page, version 2')

  // As editors save: into another file that takes its place.
  await writeFile(join(studio.folder, '.landing.png.tmp'), await picture(120))
  await rename(join(studio.folder, '.landing.png.tmp'), join(studio.folder, 'landing.png'))
  await expect.poll(running.output).toContain('version 3')
  await writeFile(join(studio.folder, 'broken.png'), 'These are words.')
  await expect.poll(running.output).toContain('broken.png: This file is not a supported image.')
  await studio.draw('checkout.png', 140)
  await expect.poll(running.output).toContain('checkout.png: design added')
  expect((await stateOf(studio)).round).toBe(2)

  await givenVerdict(studio, 'changes')
  await studio.draw('landing.png', 160)
  await expect.poll(running.output).toContain('version 4')
  expect((await stateOf(studio)).round).toBe(3)
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(0)
})

test('a folder that does not exist is not watched', async () => {
  const { pinmark } = await givenStudio()
  expect(await pinmark(['watch', 'missing'])).toMatchObject({
    code: 3,
    stderr: 'pinmark: missing cannot be read.\n',
  })
})

test('a folder with two files of one name is not watched', async () => {
  const studio = await givenStudio()
  await studio.draw('landing.png', 100)
  await studio.draw('landing-v2.png', 120)

  const { code, stderr } = await studio.pinmark(['watch', '.'])

  expect(code).toBe(3)
  expect(stderr).toContain('have the same name')
  expect((await stateOf(studio)).designs).toEqual(['Landing page: 1'])
})
