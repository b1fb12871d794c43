import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call, givenProject } from '@pinmark/testbed/client'
import { atLeast, atMost, figure, ratioAtLeast, ratioAtMost } from '../figure'
import { addAccountsLike, addComments } from '../fill'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import type { Row } from '../row'
import { startSite } from '../site'

const logins = 20
/** On a busy machine the last login waits for long. This is measured, and does not fail the row. */
const longestMs = 150_000
const crowdSize = 16
/** Enough to keep all password threads busy. */
const loginsAtOnce = 4
/** A login takes a good part of a second, so a shorter round would count only a few. */
const crowdSeconds = 4
const preload = fileURLToPath(new URL('../preload/loop-delay.mjs', import.meta.url))

export const p05: Row = {
  id: 'P5',
  work: `${logins} logins at once beside page opens`,
  beside: 'page opens alone',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const delays = join(bench.folder, 'delays')
    const site = await startSite(bench, {
      environment: { LOOP_DELAY_FILE: delays },
      // The same cost of passwords as in production.
      args: [],
      nodeOptions: ['--import', preload],
    })
    const load = LoadGenerator.start(bench)
    const project = await givenProject(site.url, site.owner)
    await addComments(site, project._id, 100)
    const emails = await addAccountsLike(site, site.owner.email, logins)
    const { password } = site.owner
    const url = `${site.url}/projects/${project._id}?image=none&comments=200`
    const openPages = async () => {
      const before = (await readDelays(delays)).length
      const opened = await load.run({ url, connections: 2, seconds: Math.max(1, bench.seconds) })
      const noted = (await readDelays(delays)).slice(before)
      if (noted.length === 0) throw new Error('The server noted no delays of its event loop.')
      return { p99: opened.p99, longest: Math.max(...noted), loggedIn: logins }
    }
    const login = (email: string) =>
      call(`${site.url}/users/login`, { method: 'POST', body: { email, password }, timeoutMs: longestMs })
    const openBeside = async (some: string[]) => {
      const answers = Promise.all(some.map(login))
      const opened = await openPages()
      return { ...opened, loggedIn: (await answers).filter(({ status }) => status === 200).length }
    }
    const samples = await interleave(
      bench,
      { idle: openPages, busy: () => openBeside(emails) },
      // Twenty would take five seconds longer without more warming up.
      () => openBeside(emails.slice(0, 2)),
    )
    const seconds = Math.max(crowdSeconds, bench.seconds)
    const crowd = async () => ({
      pages: (await load.run({ url, connections: crowdSize, seconds })).rate,
      logins: 0,
    })
    const crowded = await interleave(bench, {
      alone: crowd,
      beside: async () => {
        const logins = new AbortController()
        const answered = Promise.all(
          emails.slice(0, loginsAtOnce).map((email) => loginsUntil(logins.signal, () => login(email))),
        )
        const start = performance.now()
        const { pages } = await crowd()
        const passed = (performance.now() - start) / 1000
        logins.abort()
        const count = (await answered).reduce((sum, each) => sum + each, 0)
        return { pages, logins: count / passed }
      },
    })
    const of = (side: 'idle' | 'busy', value: 'p99' | 'longest' | 'loggedIn') =>
      samples(side).map((sample) => sample[value])
    return [
      figure({
        what: 'page opens, p99',
        unit: 'ms',
        ours: of('busy', 'p99'),
        peer: { name: 'without logins', values: of('idle', 'p99') },
        judge: ratioAtMost(2),
      }),
      figure({
        what: 'longest stall of the event loop',
        unit: 'ms',
        ours: of('busy', 'longest'),
        peer: { name: 'without logins', values: of('idle', 'longest') },
        judge: atMost(20),
      }),
      figure({
        what: `logins answered, of ${logins}`,
        unit: 'logins',
        ours: of('busy', 'loggedIn'),
        peer: null,
        judge: atLeast(logins),
      }),
      figure({
        what: `logins, while ${crowdSize} connections open pages without a pause`,
        unit: 'logins/s',
        ours: crowded('beside').map(({ logins: rate }) => rate),
        peer: null,
      }),
      figure({
        what: `pages opened by ${crowdSize} connections beside them`,
        unit: 'pages/s',
        ours: crowded('beside').map(({ pages }) => pages),
        peer: { name: 'without logins', values: crowded('alone').map(({ pages }) => pages) },
        judge: ratioAtLeast(0.75),
      }),
    ]
  },
}

async function readDelays(file: string): Promise<number[]> {
  const text = await readFile(file, 'utf8')
  return text.trim().split('\n').map(Number)
}

/** @returns how many succeeded before `signal` */
async function loginsUntil(signal: AbortSignal, login: () => Promise<{ status: number }>): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { status } = await login()
    if (signal.aborted) return count
    if (status !== 200) throw new Error(`A login was answered ${status}.`)
  }
}
