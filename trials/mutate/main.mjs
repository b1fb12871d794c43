import { mkdir, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { modules } from './modules.mjs'

// `npm run mutate -- access validation/schemas`: makes single changes to the code of the named modules or
// parts, and counts how many of them the tests notice. All modules take an hour or more, at the lowest
// priority.
setPriority(19)
const known = Object.entries(modules).flatMap(([module, parts]) =>
  Object.keys(parts).map((part) => `${module}/${part}`),
)
const asked = process.argv.slice(2)
const wanted = known.filter((part) => asked.some((name) => part === name || part.startsWith(`${name}/`)))
if (wanted.length === 0) {
  console.error(`Choose modules or parts of them: ${known.join(' ')}`)
  process.exit(1)
}

const results = []
for (const part of wanted) {
  console.log(`\n${part}`)
  results.push({ part, ...(await measure(part)) })
  console.table(results)
}

/** Code that no test reaches counts as not noticed. So does a change that only made its tests time out,
 *  because that also happens on a busy machine. Stryker detects an endless loop by counting its
 *  iterations. */
async function measure(part) {
  const [module, name] = part.split('/')
  const { mutate, sample } = modules[module][name]
  process.env.MUTATED_PART = part
  const startedAt = Date.now()
  const stryker = new Stryker({
    mutate: [...mutate, '!**/*.test.ts', '!**/*.words.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './trials/mutate/sample.mjs'],
    ...(sample && { checkers: ['sample'] }),
    vitest: { configFile: 'trials/mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    incremental: false,
    // Each runner starts its own MongoDB.
    concurrency: 1,
    // A busy machine leaves little time to a process of the lowest priority.
    timeoutMS: 45_000,
    dryRunTimeoutMinutes: 15,
    tempDirName: '.mutate',
    ignorePatterns: [
      '/docs',
      '/trials/bench',
      '/trials/browser',
      '/trials/prove',
      '/trials/results',
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
  const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
  const missed = counted.filter((mutant) => !isNoticed(mutant))
  await mkdir('.mutate', { recursive: true })
  await writeFile(`.mutate/${part.replace('/', '-')}.txt`, missed.map(tellMutant).join(''))
  const noticed = counted.length - missed.length
  return {
    noticed,
    of: counted.length,
    percent: Math.round((noticed / counted.length) * 1_000) / 10,
    timeouts: missed.filter(({ status }) => status === 'Timeout').length,
    all: mutants.length,
    minutes: Math.round((Date.now() - startedAt) / 60_000),
  }
}

function isNoticed({ status, statusReason }) {
  return status === 'Killed' || (status === 'Timeout' && statusReason?.startsWith('Hit limit reached'))
}

function tellMutant({ fileName, location, mutatorName, replacement, status }) {
  return `${fileName}:${location.start.line}:${location.start.column} ${status} ${mutatorName}: ${replacement}\n`
}
