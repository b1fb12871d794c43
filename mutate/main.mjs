import { mkdir, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { modules } from './modules.mjs'

// `npm run mutate -- access validation/schemas`: changes the code of the named modules or parts in one place at a time,
// and counts how many changes their tests notice. Takes hours for all of them, and stays behind every other program.
setPriority(19)
const known = Object.entries(modules).flatMap(([module, parts]) =>
  Object.keys(parts).map((part) => `${module}/${part}`),
)
const asked = process.argv.slice(2)
const wanted = known.filter((part) => asked.some((name) => part === name || part.startsWith(`${name}/`)))
if (wanted.length === 0) {
  console.error(`Name modules or parts of them: ${known.join(' ')}`)
  process.exit(1)
}

const results = []
for (const part of wanted) {
  console.log(`\n${part}`)
  results.push({ part, ...(await measure(part)) })
  console.table(
    results.map(({ part, noticed, all }) => ({
      part,
      noticed,
      all,
      percent: Math.round((noticed / all) * 1_000) / 10,
    })),
  )
}

/** What no test runs into counts as not noticed. */
async function measure(part) {
  const [module, name] = part.split('/')
  const { mutate } = modules[module][name]
  process.env.MUTATED_PART = part
  const stryker = new Stryker({
    mutate: [...mutate, '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Every runner starts a MongoDB of its own.
    concurrency: 1,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    tempDirName: '.mutate',
    ignorePatterns: [
      '/bench',
      '/e2e',
      '/docs',
      '/prove',
      '/apps/web',
      'dist',
      '.cache',
      '.data',
      '.data-demo',
    ],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    warnings: { slow: false },
  })
  const mutants = await stryker.runMutationTest()
  const valid = mutants.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
  const missed = valid.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  await mkdir('.mutate', { recursive: true })
  await writeFile(`.mutate/${part.replace('/', '-')}.txt`, missed.map(tellMutant).join(''))
  return { noticed: valid.length - missed.length, all: valid.length }
}

function tellMutant({ fileName, location, mutatorName, replacement, status }) {
  return `${fileName}:${location.start.line}:${location.start.column} ${status} ${mutatorName}: ${replacement}\n`
}
