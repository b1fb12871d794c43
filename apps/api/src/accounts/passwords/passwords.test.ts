import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { closePasswordPool, hashPassword, verifyPassword } from './passwords'

const settings = { passwords: { bcryptCost: 10, threads: 1 }, secrets: { pepper: 'p'.repeat(48) } }

const waiter = { account: 'Ana', network: '198.51.100.0/24' }

afterAll(closePasswordPool)

/** The nice value of each thread of this process, by thread. A thread may end during the check. */
async function niceness(): Promise<Map<string, number>> {
  const threads = await readdir('/proc/self/task')
  const stats = await Promise.all(
    threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '')),
  )
  // The seventeenth field after the name, which is in brackets and may contain any character.
  return new Map(threads.map((id, index) => [id, Number(stats[index]?.split(') ').at(-1)?.split(' ')[16])]))
}

test.runIf(process.platform === 'linux')(
  'hashing has a low priority, and the main thread keeps its own',
  async () => {
    const before = await niceness()
    const hash = await hashPassword(settings, waiter, 'a quiet light table')
    const after = await niceness()

    const own = String(process.pid)
    expect(after.get(own)).toBe(before.get(own))
    const lowered = [...after].filter(([id, nice]) => !before.has(id) && nice > (after.get(own) ?? 0))
    expect(lowered).not.toHaveLength(0)
    await expect(verifyPassword(settings, waiter, 'a quiet light table', hash)).resolves.toBe(true)
    await expect(verifyPassword(settings, waiter, 'another light table', hash)).resolves.toBe(false)
  },
)
