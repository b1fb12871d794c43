import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { modules } from './modules.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const [module = '', part = ''] = process.env.MUTATED_PART?.split('/') ?? []
const { tests, usesDatabase } = modules[module]?.[part] ?? { tests: [] }

export default defineConfig({
  root,
  // The changed copy instead of the original, which node_modules leads to.
  resolve: {
    alias: [{ find: /^@pinmark\/shared\/(.*)$/, replacement: `${root}packages/shared/src/$1.ts` }],
  },
  test: {
    include: tests,
    ...(usesDatabase && {
      globalSetup: ['apps/api/test/global-setup.ts'],
      setupFiles: ['apps/api/test/connect.ts'],
    }),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
