import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    // Whole pages on a busy machine.
    testTimeout: 30_000,
    // A page for every test file would take seconds of processor time each: files share one, and `test/setup.ts` ends
    // what a file leaves behind.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'without a page',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          setupFiles: ['test/words.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'on a page',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
})
