import { parseArgs } from 'node:util'
import { loadOriginal } from '@pinmark/shared/api/projects'
import type { Design } from '@pinmark/shared/entities/project'
import { withCamera } from './camera'
import { designsOf } from './item-designs'
import { itemHelp, itemOptions, itemsOf, type Item } from './items'
import { print, printJson, Refusal } from './output'
import { readProject, targetHelp, targetOf, targetOptions, type Target } from './project'

export const checkHelp = `pinmark check [FILE|FOLDER|URL...]

Says what the reviewers of the present round say, and whether the given pictures are the newest versions of their designs.
Nothing is stored. Pages of a PDF cannot be compared like this. The exit code is

  0  if a reviewer says that it looks good, and none asks for changes
  1  if a reviewer asks for changes
  2  if there is no verdict yet, or a picture differs
  3  if it could not be checked

With --against approved, the pictures show what was built. Each is stored as the build of the newest version of its design, as
by push --build, and where it differs is printed. The exit code is 0 without a difference, 1 if a reviewer asks for changes, and
2 if there is no verdict yet or a build differs.

  --against approved      compares what was built with the approved versions
${itemHelp}
${targetHelp}`

export async function check(args: string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { ...targetOptions, ...itemOptions, against: { type: 'string' } },
  })
  const { against } = values
  if (against !== undefined && against !== 'approved')
    throw new Refusal('--against is followed by "approved".')
  if (against !== undefined && positionals.length === 0)
    throw new Refusal('Name a file, a folder or an address.')
  const target = await targetOf(values.project, signal)
  const { round, designs } = await readProject(target)
  const { number, verdicts } = round
  if (verdicts === null) throw new Refusal('Only the owner and the members of the project see its verdicts.')
  const changes = verdicts.filter(({ verdict }) => verdict === 'changes')
  if (against !== undefined) {
    const { exitCodeOf, storeBuilds, tellBuilt } = await import('./builds')
    return withCamera(values.profile, signal, async (camera) => {
      const items = await itemsOf(positionals, values, { client: target.client, camera })
      const built = await storeBuilds(target, items, { compares: true })
      const code = exitCodeOf(built)
      if (values.json) printJson({ project: target.addressOf(), round: number, verdicts, built })
      else built.forEach(tellBuilt)
      return changes.length > 0 && code === 2 ? 1 : code
    })
  }
  const different = await withCamera(values.profile, signal, async (camera) => {
    if (positionals.length === 0) return []
    const items = await itemsOf(positionals, values, { client: target.client, camera })
    const pdf = items.find(({ fileName }) => /\.pdf$/i.test(fileName))
    // Its pages are drawn by the server, which keeps the pictures.
    if (pdf) throw new Refusal(`${pdf.label} cannot be compared. Export PNG, or use --against approved.`)
    return differentItems(target, items, designs)
  })
  const isReviewed = verdicts.length > 0
  const result =
    changes.length > 0 ? 'changes' : !isReviewed ? 'unreviewed' : different.length > 0 ? 'different' : 'good'
  if (values.json) {
    printJson({
      result,
      round: number,
      verdicts,
      different: different.map(({ label }) => label),
      project: target.addressOf(),
    })
  } else {
    for (const { name, verdict, note } of verdicts)
      print(`${verdict === 'good' ? 'Looks good' : 'Needs changes'}, says ${name}. ${hanging(note)}`.trim())
    if (!isReviewed) print(`Round ${number} has no verdict yet.`)
    for (const { label } of different) print(`${label} is not the newest version of its design.`)
    print(target.addressOf())
  }
  return { good: 0, changes: 1, unreviewed: 2, different: 2 }[result]
}

/** Further lines are indented, so that none reads like a verdict of its own. */
function hanging(note: string): string {
  return note.replaceAll('\n', '\n  ')
}

async function differentItems(
  target: Target,
  items: readonly Item[],
  designs: readonly Design[],
): Promise<Item[]> {
  const found = designsOf(items, designs)
  const different: Item[] = []
  for (const item of items) {
    const design = found.get(item)
    if (!design || !(await isNewest(target, design, (await item.read()).bytes))) different.push(item)
  }
  return different
}

async function isNewest(
  { client, projectId }: Target,
  { _id: designId, versions }: Design,
  bytes: Uint8Array,
) {
  const versionId = versions.at(-1)?._id ?? ''
  const answer = await client.load(loadOriginal, { params: { projectId, designId, versionId } })
  const stored = Buffer.from(await answer.arrayBuffer())
  return stored.equals(bytes) || (await pixelsOf(stored)).equals(await pixelsOf(bytes))
}

/** The upright pixels of a picture, with its size. */
async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes)
      .rotate()
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return Buffer.concat([Buffer.from(`${info.width} ${info.height} `), data])
  } catch {
    // Not a picture of pixels: only the same bytes are the same.
    return Buffer.from(bytes)
  }
}
