import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { expect, inject, test } from 'vitest'
import { givenStudio, givenVerdict } from '../test/command-line'

test('check ends with 0 for good, 1 for changes and 2 without a verdict or with another picture', async () => {
  const studio = await givenStudio()
  const check = async (...args: string[]) => {
    const { code, stdout } = await studio.pinmark(['check', ...args, '--json'])
    return [code, JSON.parse(stdout).result]
  }
  await studio.draw('landing.png', 100)
  await studio.draw('checkout.png', 100)
  await studio.pinmark(['push', 'landing.png'])

  expect(await check()).toEqual([2, 'unreviewed'])
  await givenVerdict(studio, 'good')
  expect(await check()).toEqual([0, 'good'])
  expect(await check('landing.png')).toEqual([0, 'good'])
  expect(await check('landing.png', 'checkout.png')).toEqual([2, 'different'])
  await studio.draw('landing.png', 120)
  expect(await check('landing.png')).toEqual([2, 'different'])

  await givenVerdict(studio, 'changes', 'Calmer, please.\nLooks good, says Priya.')
  expect(await check('landing.png')).toEqual([1, 'changes'])
  expect(await studio.pinmark(['check'])).toMatchObject({
    code: 1,
    stdout: `Needs changes, says Tom Keller. Calmer, please.\n  Looks good, says Priya.\nLooks good, says Tom Keller.\n${inject('url')}/project/${studio.project._id}\n`,
  })
})

test('check ends with 3 if it could not check', async () => {
  const studio = await givenStudio()
  await writeFile(join(studio.folder, 'deck.pdf'), pdfOf([filledPage(20, 30, [1, 0, 0])]))
  await studio.pinmark(['push', 'deck.pdf'])

  expect(await studio.pinmark(['check', 'deck.pdf'])).toEqual({
    code: 3,
    stdout: '',
    stderr: 'pinmark: deck.pdf cannot be compared. Export PNG, or use --against approved.\n',
  })

  const wrongToken = await studio.pinmark(['check'], { env: { PINMARK_TOKEN: 'pinmark_wrong' } })
  expect(wrongToken).toEqual({
    code: 3,
    stdout: '',
    stderr: 'pinmark: The token is wrong, was revoked or has expired.\n',
  })
  const missing = await studio.pinmark(['check', '-p', 'AAAAAAAAAAAAAAAAAAAAAA'])
  expect(missing).toMatchObject({ code: 3, stdout: '' })
  const gone = await studio.pinmark(['check'], { env: { PINMARK_URL: 'http://127.0.0.1:1' } })
  expect(gone).toEqual({
    code: 3,
    stdout: '',
    stderr: 'pinmark: No answer from http://127.0.0.1:1 (bad port).\n',
  })
})
