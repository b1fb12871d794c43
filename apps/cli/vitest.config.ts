import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default a poll gives up after a second, which a busy machine may need for one answer.
    expect: { poll: { timeout: 20_000 } },
  },
})
