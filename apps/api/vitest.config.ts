import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/connect.ts'],
    pool: 'forks',
    isolate: false,
    // The tests often wait for the database, so three processes keep two cores busy.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default a poll gives up after a second, which a busy machine may need for one answer.
    expect: { poll: { timeout: 20_000 } },
  },
})
