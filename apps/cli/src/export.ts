import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { NetworkError } from '@pinmark/client/client'
import { exportProject } from '@pinmark/shared/api/export'
import { exportFormats } from '@pinmark/shared/entities/export'
import { Refusal } from './output'
import { readProject, targetHelp, targetOf, targetOptions, type Target } from './project'

export const exportHelp = `pinmark export

Writes the comments of a project to standard output, or to a file. docs/export.md describes the formats.

  --format FORMAT         ${exportFormats.join(', ')}. Default: markdown, or json with --json
  -o, --output FILE       a file, which is replaced when the export is complete
  --status STATUS         open, resolved, check or all. Default: all
  --search WORDS          only threads with these words, or by this name
  --numbers 1-3,7         only these comments
  --design TITLE          only this design. The format png needs it, or a project with one design
${targetHelp}`

export async function exportComments(args: string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...targetOptions,
      format: { type: 'string' },
      output: { type: 'string', short: 'o' },
      status: { type: 'string' },
      search: { type: 'string' },
      numbers: { type: 'string' },
      design: { type: 'string' },
    },
  })
  const wanted = values.format ?? (values.json ? 'json' : 'markdown')
  const format = exportFormats.find((name) => name === wanted)
  if (!format) throw new Refusal(`The format is ${exportFormats.join(', ')}.`)
  const statuses = ['open', 'resolved', 'check', 'all'] as const
  const status = statuses.find((name) => name === (values.status ?? 'all'))
  if (!status) throw new Refusal(`The status is ${statuses.join(', ')}.`)
  const target = await targetOf(values.project, signal)
  const answer = await target.client.load(exportProject, {
    params: { projectId: target.projectId },
    query: {
      ...{ format, status, search: values.search, numbers: values.numbers },
      design: values.design === undefined ? undefined : await idOfDesign(target, values.design),
    },
  })
  if (!answer.body) throw new Error('The answer is empty.')
  try {
    await write(Readable.from(answer.body), values.output, signal)
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof Error && 'syscall' in cause))
      throw new NetworkError(new URL(answer.url).origin, cause)
    throw new Refusal(`${values.output ?? 'Standard output'} cannot be written: ${cause.message}`, { cause })
  }
}

async function write(body: Readable, output: string | undefined, signal: AbortSignal): Promise<void> {
  if (output === undefined) return pipeline(body, process.stdout, { end: false, signal })
  const found = await lstat(output).catch(() => null)
  // A link, a pipe or a device such as /dev/stdout must not become a file.
  if (found && !found.isFile()) return pipeline(body, createWriteStream(output), { signal })
  const draft = `${output}.${process.pid}.part`
  try {
    await pipeline(body, createWriteStream(draft), { signal })
    await rename(draft, output)
  } finally {
    await rm(draft, { force: true })
  }
}

async function idOfDesign(target: Target, title: string): Promise<string> {
  const { designs } = await readProject(target)
  const design = designs.find((each) => each.title === title)
  if (design) return design._id
  throw new Refusal(
    `There is no design "${title}". There are: ${designs.map((each) => each.title).join(', ')}.`,
  )
}
