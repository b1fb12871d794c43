import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { failUnloadedFiles } from './fail-unloaded-files.mjs'
import { modules } from './modules.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [module = '', part = ''] = process.env.MUTATED_PART?.split('/') ?? []
const { tests, usesDatabase, isolate = false } = modules[module]?.[part] ?? { tests: [] }

export default defineConfig({
  root,
  // Loads the changed copy instead of the original, which node_modules links to.
  resolve: {
    alias: [{ find: /^@pinmark\/shared\/(.*)$/, replacement: `${root}packages/shared/src/$1.ts` }],
  },
  test: {
    include: tests,
    // One worker for all test files.
    isolate,
    reporters: [failUnloadedFiles],
    ...(usesDatabase && {
      globalSetup: ['apps/api/test/global-setup.ts'],
      setupFiles: ['apps/api/test/connect.ts'],
    }),
    // Longer than Stryker's limit, so that no test fails by its own one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
