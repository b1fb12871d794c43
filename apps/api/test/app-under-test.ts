import { tmpdir } from 'node:os'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import supertest from 'supertest'
import { pino } from 'pino'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { ratePoints } from '../src/http/limits/rate-table'
import { buildApp } from '../src/app'
import { loadConfig, type Config } from '../src/config'
import { createHttpServer } from '../src/http/server'
import { buildIndexes } from '../src/mongo/database'
import { freeOnDisk, watchDisk } from '../src/base/disk-room'

/** A factor far above the need of a test. Tests of a limit set their own. */
const unlimited = 10_000

type Overrides = Partial<Omit<Config, 'limits' | 'rates'>> & {
  limits?: Partial<Config['limits']>
  rates?: Partial<Config['rates']>
}

export type Api = ReturnType<typeof supertest>

export interface TestApp {
  api: Api
  config: Config
  port: number
  url: string
  /** The lines of the request log so far. */
  log: string[]
  stop: () => Promise<void>
}

let indexes: Promise<void> | undefined

/** The real app with the real HTTP server, on the database of this test file. */
export async function startTestApp(overrides: Overrides = {}): Promise<TestApp> {
  await (indexes ??= buildIndexes())
  const config = testConfig(overrides)
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
  const room = await watchDisk({
    read: () => freeOnDisk(tmpdir()),
    minFreeBytes: config.minFreeDiskMb * 1e6,
    log: logger,
  })
  const server = createHttpServer(buildApp({ config, log: logger, isReady: () => true, room }))
  const port = await listenOnFreePort(server)
  return {
    api: supertest(server),
    config,
    port,
    url: `http://127.0.0.1:${port}`,
    log,
    stop: async () => {
      await room.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An app that all tests of a file or of a `describe` share. Its fields exist once the tests run. */
export function sharedTestApp(overrides?: Overrides): TestApp {
  return shareApp(() => startTestApp(overrides))
}

/** The same for an app that `start` starts. */
export function shareApp<App extends TestApp>(start: () => Promise<App>): App {
  const app: App = Object.create(null)
  beforeAll(async () => void Object.assign(app, await start()))
  afterAll(() => app.stop())
  return app
}

/** A further app for one test. It stops when the test ends. */
export async function givenTestApp(overrides?: Overrides): Promise<TestApp> {
  const app = await startTestApp(overrides)
  onTestFinished(app.stop)
  return app
}

function testConfig({ limits, rates, ...others }: Overrides): Config {
  const standard = loadConfig({})
  return {
    ...standard,
    passwords: { bcryptCost: 4, threads: 1 },
    secrets: { jwt: 'j'.repeat(48), jwtPrevious: null, pepper: 'p'.repeat(48) },
    requestsAtOnce: 1_000_000,
    ...others,
    limits: { ...standard.limits, ...limits },
    rates: { ...ratePoints(unlimited), ...rates },
  }
}
