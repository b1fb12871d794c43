import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log'

/** A pipe that nobody reads until `read`. */
async function givenPipe() {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(async () => {
    closeSync(fd)
    await rm(folder, { recursive: true })
  })
  return { fd, read: () => readAll(fd) }
}

/** The event loop goes on meanwhile: blocked for seconds, the connection to the database would end.
 *  @param out where its output goes */
async function runProgram(program: string, out: 'pipe' | number) {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', out, 'pipe'] })
  const [stdout, stderr, [status]] = await Promise.all([
    child.stdout ? readText(child.stdout) : '',
    child.stderr ? readText(child.stderr) : '',
    once(child, 'close'),
  ])
  return { status, stdout, stderr }
}

function readAll(fd: number): string {
  const piece = Buffer.alloc(64 * 1024)
  let text = ''
  for (;;) {
    try {
      text += piece.toString('utf8', 0, readSync(fd, piece))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return text
      throw error
    }
  }
}

test('a log without a reader neither blocks nor grows, and counts the dropped lines', async () => {
  const { fd, read } = await givenPipe()
  const log = createLog('info', fd)
  const count = 30_000
  for (let at = 0; at < count; at += 1) log.info({ at }, 'A line of the log')

  let text = ''
  const report = () => {
    text += read()
    return /"lines":(\d+)/.exec(text)?.[1]
  }
  await vi.waitFor(() => expect(report()).toBeDefined(), { timeout: 30_000, interval: 100 })
  const lines = text
    .trim()
    .split('\n')
    .map((line): { at?: number } => JSON.parse(line))
  const written = lines.flatMap(({ at }) => at ?? [])
  expect(written).toEqual(written.toSorted((a, b) => a - b))
  expect(written.length).toBeLessThan(count)
  expect(written.length + Number(report())).toBe(count)
  log.info('The next line')
  await expect.poll(read).toContain('The next line')
})

test.each([1, 0])('the lines of a process that ends with status %i are written', async (expected) => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    log.info('A line of the log')
    log.fatal('The last line')
    ${expected === 0 ? '' : 'process.exit(1)'}`

  const { status, stdout } = await runProgram(program, 'pipe')

  expect(status).toBe(expected)
  expect(stdout.match(/A line of the log|The last line/g)).toEqual(['A line of the log', 'The last line'])
})

test.skipIf(process.platform !== 'linux')('a log on a full disk does not end the server', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    log.info('A line of the log')
    await new Promise((resolve) => setTimeout(resolve, 300))
    // It tries to write the line before, too.
    log.info('The next line')
    await new Promise((resolve) => setTimeout(resolve, 300))
    console.error('Still there')`
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))

  const { status, stderr } = await runProgram(program, full)

  expect({ status, stderr }).toEqual({ status: 0, stderr: 'Still there\n' })
})
