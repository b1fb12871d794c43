import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { addDesigns, addVersion } from '@pinmark/shared/api/designs'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { withCamera } from './camera'
import { appendContent, designsOf } from './item-designs'
import { itemHelp, itemOptions, itemsOf, refusalOf, titleOf, type Content, type Item } from './items'
import { print, printJson, Refusal, warn } from './output'
import { readProject, targetHelp, targetOf, targetOptions, type Target } from './project'

/** What became of an item. */
type Pushed = { readonly file: string } & (
  | {
      readonly status: 'design added' | 'version added' | 'unchanged'
      readonly design: string
      readonly title: string
      readonly version: number
      readonly round: number
    }
  | { readonly status: 'refused'; readonly error: string; readonly code?: string }
)

/** Ids of the versions that this process has sent, which may share a round. */
export type SentVersions = Set<string>

export const pushHelp = `pinmark push FILE|FOLDER|URL...

Sends pictures to a project. A file, or a page at an address, becomes the next version of the design with its name, as on
the page of the project: landing-v2.png belongs to "Landing". Without such a design it becomes a new one. A folder stands
for the pictures in it. If the newest version has the same pixels, nothing is added. All versions of one call open one
round.

An address is captured with the Chromium of this machine (CHROME_PATH), so that pages on localhost and in your network work.

With --build, the pictures show what was built: each becomes the build of the newest version of its design, if reviewers have
approved it. One of them says in the present round that it looks good, and none asks for changes. Otherwise the exit code is 2.

  --note TEXT             what changed
  --build                 stores builds of approved versions in place of new versions
${itemHelp}
${targetHelp}`

export async function push(args: string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: {
      ...{ ...targetOptions, ...itemOptions },
      ...{ note: { type: 'string' }, build: { type: 'boolean', default: false } },
    },
  })
  if (positionals.length === 0) throw new Refusal('Name a file, a folder or an address.')
  const target = await targetOf(values.project, signal)
  return withCamera(values.profile, signal, async (camera) => {
    const items = await itemsOf(positionals, values, { client: target.client, camera })
    if (values.build) {
      const { exitCodeOf, storeBuilds, tellBuilt } = await import('./builds')
      const built = await storeBuilds(target, items, { compares: false })
      if (values.json) printJson({ project: target.addressOf(), built })
      else built.forEach(tellBuilt)
      return exitCodeOf(built)
    }
    const pushed = await pushItems(target, items, { note: values.note, sent: new Set() })
    if (values.json) printJson({ project: target.addressOf(), pushed })
    else {
      pushed.forEach(tell)
      print(target.addressOf())
    }
    return pushed.some(({ status }) => status === 'refused') ? 3 : 0
  })
}

/** Prints what became of an item, a refusal as an error. */
export function tell(pushed: Pushed): void {
  if (pushed.status === 'refused') return warn(`${pushed.file}: ${pushed.error}`)
  const { file, status, title, version } = pushed
  print(`${file}: ${status}, ${title}, version ${version}`)
}

interface PushOptions {
  readonly note?: string | undefined
  readonly sent: SentVersions
}

/** Sends items one after the other. Each is stored once, also if an earlier run with the same items was killed after any
 *  of its requests. A refused item does not stop the others.
 *  @throws NetworkError, CodedError for a project that the token cannot open */
export async function pushItems(
  target: Target,
  items: readonly Item[],
  { note = '', sent }: PushOptions,
): Promise<Pushed[]> {
  const project = await readProject(target)
  const designs = designsOf(items, project.designs)
  const rounds = roundsOf(project, sent)
  const pushed: Pushed[] = []
  for (const item of items) {
    try {
      const design = designs.get(item)
      const content = await item.read()
      const fields = { note, round: rounds.next() }
      const { version, ...added } = design
        ? await sendVersion(target, design, item, content, fields)
        : await sendDesign(target, project, item, content, fields)
      rounds.add(version)
      pushed.push({ file: item.label, ...added, version: version.number, round: version.round })
    } catch (error) {
      pushed.push(refusalOf(item, error))
    }
  }
  return pushed
}

/** The round of the next version. It is a new one, unless the present round consists of versions of this push and no reviewer
 *  has judged it: then an earlier version of the push has opened it, perhaps before the program was killed. */
function roundsOf(project: Project, sent: SentVersions) {
  let present = project.round.number
  let isJudged = (project.round.verdicts ?? []).length > 0
  const versions = project.designs.flatMap((design) => design.versions)
  return {
    next(): number {
      const ofRound = versions.filter(({ round }) => round === present)
      const isOurs = ofRound.length > 0 && ofRound.every(({ _id }) => sent.has(_id))
      return isOurs && !isJudged ? present : present + 1
    },
    add(version: Version): void {
      sent.add(version._id)
      if (version.round > present) {
        present = version.round
        isJudged = false
      }
      if (versions.every(({ _id }) => _id !== version._id)) versions.push(version)
    },
  }
}

interface VersionFields {
  readonly note: string
  readonly round: number
}

interface Added {
  readonly status: 'design added' | 'version added' | 'unchanged'
  readonly design: string
  readonly title: string
  readonly version: Version
}

async function sendVersion(
  { client, projectId }: Target,
  { _id: designId, versions }: Design,
  { fileName, page }: Item,
  content: Content,
  { note, round }: VersionFields,
): Promise<Added> {
  const form = new FormData()
  form.append('note', note)
  form.append('round', String(round))
  appendContent(form, content, fileName)
  const newest = versions.at(-1)?._id
  const version = await client.call(addVersion, {
    params: { projectId, designId },
    query: { pages: page },
    form,
    // With the newest version, so that a former picture can become the newest again.
    idempotencyKey: keyOf('version', designId, newest, content.bytes),
  })
  const isNew = versions.every(({ _id }) => _id !== version._id)
  return { status: isNew ? 'version added' : 'unchanged', design: designId, title: version.title, version }
}

async function sendDesign(
  target: Target,
  project: Project,
  item: Item,
  content: Content,
  fields: VersionFields,
): Promise<Added> {
  // The server would take what is before it for a folder.
  if (/[\\/]/.test(item.fileName)) throw new Refusal('The name of a new design has no / and no \\.')
  const form = new FormData()
  appendContent(form, content, item.fileName)
  const { designs } = await target.client.call(addDesigns, {
    params: { projectId: target.projectId },
    query: { pages: item.page },
    form,
    idempotencyKey: keyOf('design', project._id, titleOf(item), content.bytes),
  })
  const [design] = designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('The server added no design and refused none.')
  // This file added it before, and it has another name since.
  const known = project.designs.find(({ _id }) => _id === design._id)
  if (known) return sendVersion(target, known, item, content, fields)
  return { status: 'design added', design: design._id, title: design.title, version }
}

/** Identifies an upload by its target and its content. */
function keyOf(kind: string, target: string, detail: string | undefined, bytes: Uint8Array): string {
  const content = createHash('sha256').update(bytes).digest('hex')
  return createHash('sha256')
    .update(JSON.stringify([kind, target, detail, content]))
    .digest('base64url')
}
