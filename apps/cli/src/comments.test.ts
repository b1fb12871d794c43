import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { givenComment } from '@pinmark/testbed/client'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { expect, inject, onTestFinished, test } from 'vitest'
import { givenStudio, program, start, stateOf } from '../test/command-line'
import { givenProxy } from '../test/proxy'

test('comments are printed, filtered and given as JSON with their address and spot', async () => {
  const studio = await givenStudio()
  const { _id } = await givenComment(inject('url'), studio.project._id, 'Larger, please.\nMuch larger.')
  await givenComment(inject('url'), studio.project._id, 'The moon is lovely')
  await studio.pinmark(['reply', '2', 'Thank you.'])
  await studio.pinmark(['resolve', '2'])

  expect((await studio.pinmark(['comments'])).stdout).toMatch(
    /^#1 Priya, [\d-]{10} [\d:]{5}, open\nLanding page, version 1, at 30, 20\n {2}Larger, please\.\n {2}Much larger\.\n$/,
  )
  const { stdout: resolved } = await studio.pinmark(['comments', '--status', 'resolved'])
  expect(resolved).toMatch(/^#2 Priya, .*, resolved by Mara Hald \(via Build\)\n/)
  expect(resolved).toContain('    Mara Hald (via Build): Thank you.\n')
  expect((await studio.pinmark(['comments', '--search', 'moon'])).stdout).toBe('No comments.\n')
  const { stdout } = await studio.pinmark(['comments', '#1', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    project: { name: 'Landing page' },
    comments: [
      {
        number: 1,
        text: 'Larger, please.\nMuch larger.',
        address: `${inject('url')}/project/${studio.project._id}?comment=${_id}`,
        shown: { design: 'Landing page', version: 1, point: { x: 30, y: 20 } },
      },
    ],
  })
})

test('killed after any request and run again, a reply is there once, and the same words can be said later', async () => {
  const requests = 3
  for (let last = 1; last <= requests; last += 1) {
    const proxy = await givenProxy()
    const studio = await givenStudio({ via: proxy.url })
    await givenComment(inject('url'), studio.project._id, 'Larger, please.')
    const running = studio.started(['reply', '1', 'Done.'])
    proxy.passes = (count) => {
      if (count === last) running.child.kill('SIGKILL')
      return count < last
    }
    expect((await running.ended).code, `killed after request ${last}`).toBeNull()
    proxy.passes = () => true
    expect(await studio.pinmark(['reply', '1', 'Done.'])).toMatchObject({ code: 0, stderr: '' })
    expect((await stateOf(studio)).comments).toEqual([['Larger, please.', false, 'Done.']])

    await studio.pinmark(['reply', '1', 'And', 'the', 'margin?'])
    await studio.pinmark(['reply', '1', '-'], { input: 'Done.\n' })
    expect((await stateOf(studio)).comments).toEqual([
      ['Larger, please.', false, 'Done.', 'And the margin?', 'Done.'],
    ])
  }
})

test('comments are resolved and opened again, also twice', async () => {
  const studio = await givenStudio({ scope: 'comment' })
  await givenComment(inject('url'), studio.project._id, 'One')
  await givenComment(inject('url'), studio.project._id, 'Two')

  expect((await studio.pinmark(['resolve', '1', '2'])).stdout).toBe('Resolved: #1, #2\n')
  expect((await studio.pinmark(['resolve', '1'])).code).toBe(0)
  expect((await studio.pinmark(['resolve', '2', '--reopen'])).stdout).toBe('Opened again: #2\n')

  expect((await stateOf(studio)).comments).toEqual([
    ['One', true],
    ['Two', false],
  ])
  const missing = await studio.pinmark(['resolve', '7'])
  expect(missing).toEqual({ code: 3, stdout: '', stderr: 'pinmark: There is no comment 7.\n' })
})

test('all comments of a long list are read', async () => {
  const studio = await givenStudio()
  const numbers = Array.from({ length: 501 }, (_, index) => index + 1)
  for (let first = 0; first < numbers.length; first += 20)
    await Promise.all(
      numbers.slice(first, first + 20).map(() => givenComment(inject('url'), studio.project._id)),
    )

  const { stdout } = await studio.pinmark(['comments', '--json'])

  const { comments } = JSON.parse(stdout)
  expect(comments.map(({ number }: { number: number }) => number)).toEqual(numbers)
})

test('an export goes to standard output or replaces a file, and leaves the file when it fails', async () => {
  const studio = await givenStudio()
  await givenComment(inject('url'), studio.project._id, 'Larger, please.')
  const file = join(studio.folder, 'comments.csv')
  await writeFile(file, 'before')

  expect((await studio.pinmark(['export'])).stdout).toContain('Larger, please.')
  expect(JSON.parse((await studio.pinmark(['export', '--json'])).stdout)).toMatchObject({ commentCount: 1 })
  const wrong = await studio.pinmark(['export', '--format', 'csv', '--numbers', 'all', '-o', 'comments.csv'])
  expect(wrong).toMatchObject({ code: 3, stderr: 'pinmark: The value of numbers is not valid.\n' })
  expect(await readFile(file, 'utf8')).toBe('before')
  const args = ['export', '--format', 'csv', '--design', 'Landing page', '-o', 'comments.csv']
  expect(await studio.pinmark(args)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await readFile(file, 'utf8')).toContain('Larger, please.')
})

test('an export that cannot be written says why, and a link stays one', async () => {
  const studio = await givenStudio()
  const link = join(studio.folder, 'link.md')
  await writeFile(join(studio.folder, 'comments.md'), 'before')
  await symlink('comments.md', link)

  expect((await studio.pinmark(['export', '-o', 'link.md'])).code).toBe(0)
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(link, 'utf8')).toContain('# Landing page')
  expect(await studio.pinmark(['export', '-o', 'missing/comments.md'])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^pinmark: missing\/comments\.md cannot be written: ENOENT.*\n$/),
  })
  expect((await studio.pinmark(['export', '-o', '.'])).stderr).toContain('. cannot be written: EISDIR')
})

test('an export that breaks off is a missing answer', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/markdown', 'Content-Length': 1_000 }).write('# Half')
    setImmediate(() => response.destroy())
  })
  onTestFinished(() => server.closeAllConnections())
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  const studio = await givenStudio({ via: url })

  const ended = await studio.pinmark(['export', '-o', 'comments.md'])

  expect(ended).toEqual({ code: 3, stdout: '', stderr: `pinmark: No answer from ${url} (UND_ERR_SOCKET).\n` })
  expect(await readdir(studio.folder)).toEqual([])
  server.close()
})

test.runIf(existsSync('/dev/full'))('output that has no room is an error that is named', async () => {
  const { env } = await givenStudio()
  const command = `'${process.execPath}' '${program}' comments > /dev/full`
  const { code, stderr } = await start('/bin/sh', ['-c', command], { env }).ended
  expect([code, stderr]).toEqual([3, expect.stringContaining('ENOSPC')])
})

test('open starts the browser with the address of the project or of a comment', async () => {
  const studio = await givenStudio()
  const { _id } = await givenComment(inject('url'), studio.project._id, 'Larger, please.')
  const browser = join(studio.folder, 'browser.sh')
  await writeFile(browser, `#!/bin/sh\necho "$1" > '${studio.folder}/opened'\n`, { mode: 0o755 })

  const address = `${inject('url')}/project/${studio.project._id}?comment=${_id}`
  const opened = await studio.pinmark(['open', '1'], { env: { BROWSER: browser } })
  expect(opened).toEqual({ code: 0, stdout: `${address}\n`, stderr: '' })
  await expect
    .poll(() => readFile(join(studio.folder, 'opened'), 'utf8').catch(() => ''))
    .toBe(`${address}\n`)
  const missing = await studio.pinmark(['open'], { env: { BROWSER: '/no/browser' } })
  expect(missing).toMatchObject({ code: 0, stderr: expect.stringContaining('could not be started') })
})
