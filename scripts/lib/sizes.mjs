import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { root } from './root.mjs'

const dist = join(root, 'apps/web/dist')
const kilobyte = 1024
/** Pages work on a slow line: no page may ever load more than this, in bytes. */
const ceilings = {
  js: { '/login': 121 * kilobyte, '/': 146 * kilobyte, '/project': 174 * kilobyte },
  css: 14 * kilobyte,
}

/** The file that a page with server data loads beside its own chunk. */
const dataLayer = 'src/app/data-layer.tsx'
/** The words of the first views, which every page loads, in the language of most measurements. */
const words = '../../packages/words/src/compiled/first/en.ts'

/** The measured size of the scripts and styles that a page loads before it works, in bytes after gzip: everything its
 *  route imports, start chunk included. The styles include the print styles, which no page needs at first, but which are
 *  too small for their own request. */
const measured = [
  { page: '/login', entries: ['src/pages/login/login-page.tsx'], js: 122_434, css: 8_421 },
  { page: '/', entries: [dataLayer, 'src/pages/dashboard/dashboard-page.tsx'], js: 145_763, css: 9_883 },
  { page: '/project', entries: [dataLayer, 'src/pages/project/project-page.tsx'], js: 175_063, css: 13_677 },
]
const latinFontBytes = 48_256
/** The first script delays the first paint of every page. */
const firstScriptBytes = 2_150
/** A budget is 4 % above what was measured, so that a small change fits, but never above the ceiling. */
const budgetOf = (bytes, ceiling = Infinity) => Math.min(Math.round(bytes * 1.04), ceiling)

/** Compares the sizes of the built pages with their budgets; never their times.
 *  @returns {Promise<{ passed: number, failed: number, output: string, name: string }>} */
export async function checkSizes() {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const rows = []
  for (const { page, entries, js, css } of measured) {
    const chunks = chunksOf(manifest, ['index.html', words, ...entries])
    const scripts = chunks.map(({ file }) => file)
    const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
    rows.push({ what: `JS of ${page}`, size: await zipped(scripts), budget: budgetOf(js, ceilings.js[page]) })
    rows.push({ what: `CSS of ${page}`, size: await zipped(styles), budget: budgetOf(css, ceilings.css) })
  }
  const first = await readdir(join(dist, 'assets/first'))
  const firstScripts = first.filter((file) => file.endsWith('.js')).map((file) => `assets/first/${file}`)
  rows.push({ what: 'first script', size: await zipped(firstScripts), budget: budgetOf(firstScriptBytes) })
  const files = await readdir(join(dist, 'assets'))
  const fonts = files.filter((file) => /inter-latin-[^e].*\.woff2$/.test(file))
  rows.push({
    what: 'Latin font',
    size: await plain(fonts.map((file) => `assets/${file}`)),
    budget: budgetOf(latinFontBytes),
  })
  const failed = rows.filter(({ size, budget }) => size === 0 || size > budget)
  const output = rows
    .map(({ what, size, budget }) => {
      const over = size > budget ? `, ${size - budget} bytes over` : ''
      return `${what}: ${size} of ${budget} bytes${over}`
    })
    .join('\n')
  return { name: 'size budgets', passed: rows.length - failed.length, failed: failed.length, output }
}

/** All chunks that a set of entries loads at once, without lazy ones. */
function chunksOf(manifest, entries) {
  const chunks = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build contains no ${key}.`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  entries.forEach(visit)
  return [...chunks]
}

async function zipped(files) {
  const sizes = await Promise.all(
    files.map(async (file) => (await promisify(gzip)(await readFile(join(dist, file)), { level: 9 })).length),
  )
  return sum(sizes)
}

async function plain(files) {
  const sizes = await Promise.all(files.map(async (file) => (await readFile(join(dist, file))).length))
  return sum(sizes)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
