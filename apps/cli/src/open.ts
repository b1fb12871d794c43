import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { print, printJson, warn } from './output'
import { readWithComments, targetHelp, targetOf, targetOptions, threadOf } from './project'

export const openHelp = `pinmark open [NUMBER]

Opens the page of a project, or of one of its comments, in your browser (BROWSER), and prints its address.

${targetHelp}. It then opens nothing`

export async function open(args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions })
  const [number] = positionals
  const target = await targetOf(values.project, signal)
  const address = target.addressOf(
    number === undefined ? undefined : threadOf(await readWithComments(target), number),
  )
  if (values.json) return printJson({ address })
  print(address)
  const usual = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const program = process.env['BROWSER'] || usual
  const child = spawn(program, [address], { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
    child.unref()
  } catch {
    warn(`${program} could not be started. Open the address yourself.`)
  }
}
