import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { NetworkError } from '@pinmark/client/client'
import { CodedError } from '@pinmark/shared/coded-error'
import { filesIn, itemsOf } from './items'
import { print, printJson, Refusal, warn } from './output'
import { targetHelp, targetOf, targetOptions } from './project'
import { pushItems, tell, type SentVersions } from './push'

export const watchHelp = `pinmark watch FOLDER

Sends the pictures of a folder as "push" does, and then each one that is saved, until Ctrl-C. Versions join the round that
this command has opened, until a reviewer judges it.

${targetHelp}`

const lookMs = 500

export async function watch(args: string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new Refusal('Name one folder.')
  const target = await targetOf(values.project, signal)
  if (!values.json) print(`Watching ${folder} for ${target.addressOf()}. Ctrl-C ends it.`)

  /** The state in which each file was sent. */
  const done = new Map<string, string>()
  const sent: SentVersions = new Set()
  let before = new Map<string, string>()
  while (!signal.aborted) {
    const now = await statesIn(folder)
    // A file that is still being written changes from one look to the next.
    const ready = [...now].filter(([path, state]) => before.get(path) === state && done.get(path) !== state)
    before = now
    try {
      if (ready.length > 0) {
        const sources = { client: target.client, camera: noCamera }
        const items = await itemsOf(
          ready.map(([path]) => path),
          { widths: '' },
          sources,
        )
        const pushed = await pushItems(target, items, { sent })
        pushed.forEach((result) => (values.json ? printJson(result) : tell(result)))
        ready.forEach(([path, state]) => done.set(path, state))
      }
      await pause(lookMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return 0
      const isOfLaterFiles = error instanceof Refusal && done.size > 0
      if (!isOfLaterFiles && !isTrouble(error)) throw error
      if (isOfLaterFiles) ready.forEach(([path, state]) => done.set(path, state))
      warn(error.message)
    }
  }
  return 0
}

/** Whether the server or the network may be well again later. */
function isTrouble(error: unknown): error is Error {
  return error instanceof NetworkError || (error instanceof CodedError && error.status >= 500)
}

function noCamera(): Promise<never> {
  throw new Error('A folder has no addresses.')
}

async function statesIn(folder: string): Promise<Map<string, string>> {
  const paths = await filesIn(folder)
  const states = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null)
      // It was removed meanwhile.
      return found?.isFile() ? ([path, `${found.mtimeMs} ${found.size} ${found.ino}`] as const) : null
    }),
  )
  return new Map(states.filter((state) => state !== null))
}
