import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Instance } from '@pinmark/testbed/instance'
import { drawDesign } from '@pinmark/testbed/test-image'

interface Acknowledged {
  text: string
  _id: string
  number: number
}

async function call(url: string, method: string, body?: unknown, token?: string) {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** One writer: it posts until it is stopped, and repeats each comment until it is acknowledged. */
async function write(url: string, name: string, acknowledged: Acknowledged[], isOver: () => boolean) {
  for (let index = 0; !isOver(); index += 1) {
    const comment = {
      commenter: name,
      text: `${name} ${index}`,
      x: 1,
      y: 1,
      createdAt: new Date().toISOString(),
    }
    while (!isOver()) {
      try {
        const answer = await call(url, 'POST', comment)
        if (answer.status === 201) acknowledged.push(answer.body)
        if (answer.status < 500) break
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
}

test('acknowledged comments exist exactly once after repeated kills of the server', async () => {
  test.setTimeout(240_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-durability-'))
  const server = await Instance.on({ dataDir, environment: { RATE_LIMIT_FACTOR: '0' } })
  try {
    await server.start()
    const person = { name: 'Mara', email: 'mara@studio.test', password: 'a quiet light table' }
    await call(`${server.url}/users/register`, 'POST', person)
    const { token } = (await call(`${server.url}/users/login`, 'POST', person)).body
    const image = await drawDesign({ width: 200, height: 200, marker: { x: 50, y: 50 } })
    const dataUrl = `data:image/png;base64,${image.buffer.toString('base64')}`
    const project = (await call(`${server.url}/projects`, 'POST', { name: 'Kept', image: dataUrl }, token))
      .body

    const acknowledged: Acknowledged[] = []
    let over = false
    const writers = ['Ana', 'Luis', 'Priya', 'Tom'].map((name) =>
      write(`${server.url}/comment/add/${project._id}`, name, acknowledged, () => over),
    )
    for (let kill = 1; kill <= 3; kill += 1) {
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20 * kill)
      await server.end('SIGKILL')
      await server.start()
    }
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(80)
    over = true
    await Promise.all(writers)

    const stored: Acknowledged[] = (await call(`${server.url}/projects/${project._id}?image=none`, 'GET'))
      .body.comments
    const storedById = new Map(stored.map((comment) => [comment._id, comment]))
    expect(acknowledged.filter(({ _id, text }) => storedById.get(_id)?.text !== text)).toEqual([])
    const texts = stored.map((comment) => comment.text)
    expect(texts.length - new Set(texts).size, 'comments stored twice').toBe(0)
    const numbers = stored.map((comment) => comment.number)
    expect(new Set(numbers).size, 'numbers used twice').toBe(numbers.length)
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
