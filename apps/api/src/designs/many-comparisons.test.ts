import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenVersion, openProject } from '../../test/given-design'
import { givenProject } from '../../test/given-project'
import { noisePng } from '../../test/sample-images'
import { endSignals } from '../images/renditions/renditions'

const app = sharedTestApp()

// Only Linux lists the children of a process.
test.runIf(process.platform === 'linux')(
  'a comparison that took too long is not tried again at once',
  async () => {
    const project = await givenProject(app.api)
    const [design] = (await openProject(app.api, project)).designs
    await givenVersion(app.api, project, { image: await noisePng(600, 800, 1) })
    await givenVersion(app.api, project, { image: await noisePng(600, 800, 2) })
    const ask = async (from: number, to: number) =>
      app.api.get(`/projects/${project._id}/designs/${design?._id}/changes?from=${from}&to=${to}`)
    const isAnswered = vi.fn<() => void>()

    const asking = ask(2, 3).finally(isAnswered)
    await vi.waitFor(
      () => {
        endImageWorkers()
        expect(isAnswered).toHaveBeenCalled()
      },
      { timeout: 20_000, interval: 10 },
    )

    const tooLong = { status: 503, body: { code: 'image_took_too_long' } }
    expect(await asking).toMatchObject(tooLong)
    const again = await ask(2, 3)
    expect(again).toMatchObject(tooLong)
    expect(Number(again.get('Retry-After'))).toBeGreaterThan(60)
    expect(await ask(3, 2)).toMatchObject(tooLong)
    expect((await ask(1, 2)).status).toBe(200)
  },
)

/** Ends the image workers of this process as they end themselves when a task takes too long. */
function endImageWorkers(): void {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean)) {
    const isImageWorker = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render.worker')
    if (isImageWorker) process.kill(Number(pid), endSignals.time)
  }
}

test('a visitor with many comparisons does not delay others in the project', async () => {
  const { api } = await givenTestApp({ trustProxyHops: 1 })
  const project = await givenProject(api)
  for (let count = 0; count < 6; count += 1) await givenVersion(api, project)
  const [design] = (await openProject(api, project)).designs
  const compare = (network: string, from: number, to: number) =>
    api
      .get(`/projects/${project._id}/designs/${design?._id}/changes?from=${from}&to=${to}`)
      .set('X-Forwarded-For', network)
      .then(({ status }) => status)
  const numbers = [1, 2, 3, 4, 5, 6]
  const pairs = numbers.flatMap((from) =>
    numbers.filter((to) => to !== from).map((to) => [from, to] as const),
  )

  const flood = pairs.map(([from, to]) => compare('198.51.100.1', from, to))
  const isFull = new Promise((resolve) => {
    for (const one of flood) void one.then((status) => status === 503 && resolve(true))
  })
  await Promise.race([isFull, Promise.all(flood)])
  const others = numbers.slice(0, 4).map((from) => compare('203.0.113.1', from, 7))

  expect(await Promise.all(others)).toEqual([200, 200, 200, 200])
  await Promise.all(flood)
})
