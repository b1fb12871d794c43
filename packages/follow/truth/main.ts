import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { changesBetween } from '../src/differences'
import { followText } from '../src/by-text'
import { followPlaces } from '../src/follow-places'
import { holdsChange, isListed, sidewaysMoves, trueChanges } from './changes-truth'
import { tablesOf, type EditResult } from './report'
import { decode, edits, pages, renderAfter, renderBefore, withBrowser, type Edit } from './render'
import { samplePlaces, scaleOf } from './sample'
import { tallyOf } from './score'

// Measures the accuracy of followed places and of listed changes on pages whose element positions are known.
// npm run follow -- [--pages name,name] [--edit words] [--places n] [--no-write]

const args = process.argv.slice(2)
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const places = Number(option('--places') ?? 14)
const isChosen = (edit: Edit) => edit.name.includes(option('--edit') ?? '')
const names = option('--pages')?.split(',')
const chosenPages = pages.filter(({ name }) => names?.includes(name) ?? true)
const results: EditResult[] = []

await withBrowser(async (browser) => {
  for (const page of chosenPages) {
    const before = await renderBefore(browser, page)
    const from = await decode(before.file)
    for (const edit of edits.filter(isChosen)) {
      const after = await renderAfter(browser, page, edit)
      const to = await decode(after.file)
      const samples = samplePlaces(page.name + edit.name, before, after, places)
      const chosen = samples.map(({ place }) => place)
      const start = performance.now()
      const found = followPlaces(from, to, chosen)
      const withText = followText(chosen, found, { before, after })
      const result: EditResult = {
        page: page.name,
        isTuned: page.isTuned,
        edit: edit.name,
        isWhole: edit.isWhole === true,
        tally: tallyOf(samples, found),
        withText: tallyOf(samples, withText),
      }
      if (edit.judgesChanges) {
        const truth = trueChanges(before, after)
        const alsoTrue = [...truth, ...sidewaysMoves(before, after, scaleOf(before, after))]
        const listed = changesBetween(from, to)
        result.changes = {
          ...{ real: truth.length, found: truth.filter((change) => isListed(change, listed)).length },
          ...{
            listed: listed.length,
            wrong: listed.filter((change) => !holdsChange(change, alsoTrue)).length,
          },
        }
      }
      results.push(result)
      console.log(`${page.name}: ${edit.name}, ${Math.round(performance.now() - start)} ms`)
    }
  }
})

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`
const tables = tablesOf(results, machine)
console.log(tables)
if (!args.includes('--no-write') && !option('--edit') && !option('--pages') && !option('--places'))
  await writeFile(
    fileURLToPath(new URL('../../../trials/results/follow-results.md', import.meta.url)),
    tables,
  )
