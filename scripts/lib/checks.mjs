import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parse } from 'yaml'
import { digestOf, filesBelow } from './files.mjs'
import { brokenContainerPromises, readContainerFiles, violatingContainerFiles } from './container.mjs'
import { readIfThere } from './lock.mjs'
import { mixedTexts } from './mixed-texts.mjs'
import { readRelease } from './release.mjs'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'
import { checkSizes } from './sizes.mjs'
import { settingFiles } from './settings.mjs'
import { lockedPackages, readLockfile, unpinned } from './supply-chain.mjs'
import { faultsOfWords } from './words-in-code.mjs'

/** Where a program keeps what it has seen, so that it does not check the same content again. */
const memoryOf = (check) => join('node_modules', '.cache', `check-${check}`)

let digest
/** One digest of this tree as it is when the first check asks for it. */
const digestOfTree = () => (digest ??= filesBelow(root, isOfTree).then(digestOf))

/** A check whose program has no such memory. It passes at once if it passed with the same files and release of Node. */
const unlessUnchanged = (check, run) => async () => {
  const memory = join(root, memoryOf(check))
  const state = `${process.version} ${await digestOfTree()}`
  if (readIfThere(memory) === state) return { ok: true, output: '' }
  const outcome = await run()
  if (outcome.ok) {
    await mkdir(dirname(memory), { recursive: true })
    await writeFile(memory, state)
  }
  return outcome
}

/** A check passes if its program succeeds and reports that it has seen files, because each of these programs
 *  also succeeds in an empty folder.
 *  @typedef {{ name: string, run: () => Promise<{ ok: boolean, output: string }> }} Check */

/** @type {Check[]} */
export const checks = [
  {
    name: 'lint and types (oxlint)',
    run: unlessUnchanged('lint', async () => {
      const result = await collect(bin('oxlint'), ['--type-aware', '--type-check', '--deny-warnings'])
      const seen = Number(/on (\d+) files/.exec(result.output)?.[1] ?? 0)
      const canFail = await findsWrongType()
      return verdict(result, seen > 50 && canFail, `${seen} files, a wrong type is found: ${canFail}`)
    }),
  },
  {
    name: 'format (oxfmt)',
    run: async () => {
      const result = await collect(bin('oxfmt'), ['--check'])
      const seen = Number(/on (\d+) files/.exec(result.output)?.[1] ?? 0)
      return verdict(result, seen > 50, `${seen} files were looked at`)
    },
  },
  {
    name: 'texts (each that changes has an element of its own, so that pages can be translated)',
    run: unlessUnchanged('texts', async () => {
      const example = 'export const Example = ({ n }: { n: number }) => <p>Number {n}</p>'
      const { seen, found } = mixedTexts(example)
      const canFail = found.some((line) => line.includes('mixed-texts-example'))
      const faults = found.filter((line) => !line.includes('mixed-texts-example'))
      return {
        ok: seen > 50 && canFail && faults.length === 0,
        output: [`${seen} files, a mixed text is found: ${canFail}`, ...faults].join('\n'),
      }
    }),
  },
  {
    name: 'words (every sentence of the web app is in the catalogue)',
    run: unlessUnchanged('words', async () => {
      const example =
        'export const Example = () => <p title="A title">{isNew ? "Two words" : m.tag_new()} and text</p>'
      const { seen, found } = await faultsOfWords(example)
      const seeded = found.filter((line) => line.includes('/example.tsx:'))
      const faults = found.filter((line) => !line.includes('/example.tsx:'))
      return {
        ok: seen > 200 && seeded.length === 3 && faults.length === 0,
        output: [`${seen} files, ${seeded.length} of 3 seeded faults are found`, ...faults].join('\n'),
      }
    }),
  },
  {
    name: 'import rules (dependency-cruiser)',
    run: async () => {
      const result = await collect(bin('depcruise'), [
        ...['apps', 'packages', 'trials', '--config', '.dependency-cruiser.cjs'],
        ...['--cache', memoryOf('import-rules'), '--cache-strategy', 'content'],
      ])
      const seen = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0)
      return verdict(result, seen > 100, `${seen} modules were cruised`)
    },
  },
  {
    name: 'dead code (knip)',
    run: unlessUnchanged('dead-code', async () => {
      const { code, output } = await collect(bin('knip'), [
        '--no-progress',
        '--reporter',
        'compact',
        // Its own cache would leave out the list of the files that it has seen.
        '--debug',
      ])
      // The list of the files that knip has seen comes before its findings.
      const seen = output.includes('apps/api/src/main.ts')
      const findings = output.slice(output.lastIndexOf('\n[*] '))
      return verdict({ code, output: findings }, seen, 'it does not know the start of the API')
    }),
  },
  {
    name: 'settings (docs/configuration.md and .env.example are up to date)',
    run: async () => {
      const old = []
      const files = await settingFiles()
      for (const [path, text] of files) {
        if ((await readFile(join(root, path), 'utf8')) !== text) old.push(path)
      }
      return {
        ok: files.length === 2 && old.length === 0,
        output: old.length === 0 ? '' : `${old.join(' and ')}: run "npm run settings"`,
      }
    },
  },
  {
    name: 'links (the documentation links only to files and headings that exist)',
    run: async () => {
      const links = (await Promise.all((await filesBelow(root, mayHaveLinks)).map(linksOf))).flat()
      const isThere = await Promise.all(links.map(leadsSomewhere))
      const broken = links.filter((_, index) => !isThere[index])
      return {
        ok: links.length > 80 && broken.length === 0,
        output: `${links.length} links, broken: ${broken.map(({ file, link }) => `${file}: ${link}`).join(' ') || 'none'}`,
      }
    },
  },
  {
    name: 'sizes (of the last build, if there is one: npm run sizes builds first)',
    run: async () => {
      if (!existsSync(join(root, 'apps/web/dist/.vite/manifest.json'))) return { ok: true, output: '' }
      const { failed, output } = await checkSizes()
      return { ok: failed === 0, output }
    },
  },
  {
    name: 'dependencies (every version is pinned by the lockfile)',
    run: async () => {
      const lockfile = await readLockfile()
      const packages = lockedPackages(lockfile)
      const open = unpinned(lockfile)
      return {
        ok: packages.length > 200 && open.length === 0,
        output: `${packages.length} packages; open: ${open.join(', ') || 'none'}`,
      }
    },
  },
  {
    name: 'containers (closed and pinned; that they run is tried in CI)',
    run: async () => {
      const files = await readContainerFiles()
      const broken = brokenContainerPromises(files)
      const unnoticed = violatingContainerFiles(files).filter(
        (spoilt) => brokenContainerPromises(spoilt).length === 0,
      )
      return {
        ok: broken.length === 0 && unnoticed.length === 0,
        output: [...broken, ...unnoticed.map((spoilt) => `unnoticed: ${JSON.stringify(spoilt)}`)].join('\n'),
      }
    },
  },
  {
    name: 'workflows (they call scripts that exist; CI runs actionlint on them)',
    run: async () => {
      const files = await filesBelow(join(root, '.github/workflows'), () => true)
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
      const commands = texts.flatMap((text) => runsOf(parse(text)).join('\n').split('\n'))
      const missing = commands.filter((command) => {
        const [, script] = /\bnpm run ([\w:-]+)/.exec(command) ?? []
        const [, file] = /\bnode (scripts\/\S+)/.exec(command) ?? []
        return (script && !scripts[script]) || (file && !existsSync(join(root, file)))
      })
      return {
        ok: commands.length > 15 && missing.length === 0,
        output: `${commands.length} commands, missing: ${missing.join(', ') || 'none'}`,
      }
    },
  },
  {
    name: 'release (package.json, compose.yaml and CHANGELOG.md name the same version)',
    run: async () => {
      const { faults } = await readRelease()
      return { ok: faults.length === 0, output: faults.join('\n') }
    },
  },
]

/** The commands of a workflow. */
function runsOf({ jobs }) {
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
}

/** Everything except data, and what commands write. */
function isOfTree(entry) {
  if (!entry.isDirectory()) return !entry.name.endsWith('.lock')
  return !/^(\.(?!github$)|(coverage|test-results|playwright-report)$)/.test(entry.name)
}

/** Pages, sources, and the folders that may contain some. A copy of the project may have no Git to ask. */
function mayHaveLinks(entry) {
  if (entry.isDirectory()) return !/^(\.|(coverage|test-results|playwright-report)$)/.test(entry.name)
  return /\.(md|tsx?)$/.test(entry.name)
}

/** The links of a page to files and headings, and the mentions of pages of `docs/` in any file. */
async function linksOf(file) {
  const text = await readFile(file, 'utf8')
  const relatives = file.endsWith('.md')
    ? [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]+)?/g)].map(([, path, heading = '']) => ({
        link: path + heading,
        target: path === '' ? file : join(dirname(file), path),
        heading: heading.slice(1),
      }))
    : []
  const mentions = [...text.matchAll(/\bdocs\/(?:decisions\/)?[\w-]+\.md\b/g)].map(([link]) => ({
    link,
    target: join(root, link),
  }))
  return [...relatives, ...mentions].map((found) => ({ file: relative(root, file), ...found }))
}

async function leadsSomewhere({ target, heading }) {
  if (!existsSync(target)) return false
  return !heading || anchorsOf(await readFile(target, 'utf8')).includes(heading)
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(markdown) {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

function verdict({ code, output }, sawSomething, what) {
  const kept = output.trim()
  return {
    ok: code === 0 && sawSomething,
    output: sawSomething ? kept : `${kept}\nThe check saw too little: ${what}.`,
  }
}

/** Whether oxlint checks types at all: it must report a wrong one. */
async function findsWrongType() {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-types-'))
  try {
    await writeFile(join(folder, 'wrong.ts'), "export const size: number = 'large'\n")
    const { output } = await collect(bin('oxlint'), ['--type-aware', '--type-check', folder])
    return output.includes('TS2322')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
