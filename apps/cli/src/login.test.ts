import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { givenStudio, start, program } from '../test/command-line'

test('a login is stored for its user only, and used by the other commands', async () => {
  const { token, folder, project, owner } = await givenStudio()
  const url = inject('url')
  const env = { XDG_CONFIG_HOME: folder }
  const run = (args: string[], more = {}) =>
    start(process.execPath, [program, ...args], { env: { ...env, ...more }, input: `${token}\n` }).ended
  // A file that others can read was there before.
  await mkdir(join(folder, 'pinmark'))
  await writeFile(join(folder, 'pinmark/login.json'), '{}')
  await chmod(join(folder, 'pinmark/login.json'), 0o644)

  expect((await run(['comments', '-p', project._id])).stderr).toContain(
    'login.json is not readable. Log in again.',
  )
  const loggedIn = await run(['login', `${url}/project/${project._id}`])
  expect(loggedIn).toMatchObject({ code: 0, stderr: '' })
  expect(loggedIn.stdout).toContain(`Logged in to ${url} as Mara Hald (${owner.email}).`)
  expect(loggedIn.stdout).not.toContain(token)
  expect((await stat(join(folder, 'pinmark/login.json'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(folder, 'pinmark/login.json'), 'utf8'))).toEqual({ url, token })
  expect(await run(['comments', '-p', `${url}/project/${project._id}`])).toMatchObject({ code: 0 })

  // The stored token is for its own server.
  const elsewhere = await run(['comments', '-p', project._id], { PINMARK_URL: 'https://elsewhere.test' })
  expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining('Log in first') })
})

test('a wrong token and a wrong address are refused, and nothing is stored', async () => {
  const { folder } = await givenStudio()
  const run = (args: string[]) =>
    start(process.execPath, [program, ...args], { env: { XDG_CONFIG_HOME: folder }, input: 'pinmark_wrong' })
      .ended

  expect((await run(['login', inject('url')])).stderr).toBe(
    'pinmark: The token is wrong, was revoked or has expired.\n',
  )
  expect((await run(['login', 'pinmark.example.org'])).stderr).toContain('not an address')
  expect((await run(['login'])).stderr).toContain('Name the address')
  await expect(stat(join(folder, 'pinmark'))).rejects.toThrow('ENOENT')
})

test('help explains all commands and each of them', async () => {
  const { pinmark } = await givenStudio()
  const list = await pinmark(['--help'])
  const names = [...list.stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name)
  expect(names).toEqual(['login', 'push', 'watch', 'comments', 'reply', 'resolve', 'check', 'export', 'open'])
  for (const name of names) {
    const help = await pinmark([name, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(new RegExp(`^pinmark ${name}\\b[^]*--json`))
  }
  expect(await pinmark(['--', 'x'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Unknown command'),
  })
})
