import { check, checkHelp } from './check'
import { comments, commentsHelp, reply, replyHelp, resolve, resolveHelp } from './comments'
import { exportComments, exportHelp } from './export'
import { login, loginHelp } from './login'
import { open, openHelp } from './open'
import { print, Refusal, visible, warn } from './output'
import { push, pushHelp } from './push'
import { watch, watchHelp } from './watch'
import { CodedError } from '@pinmark/shared/coded-error'
import { NetworkError } from '@pinmark/client/client'

interface Command {
  readonly summary: string
  readonly help: string
  /** @returns the exit code; 0 if it is left out */
  readonly run: (args: string[], signal: AbortSignal) => Promise<number | void>
}

const commands: Readonly<Record<string, Command>> = {
  login: { summary: 'stores the address of a server and an API token', help: loginHelp, run: login },
  push: { summary: 'sends files, folders and pages of the web as designs', help: pushHelp, run: push },
  watch: { summary: 'sends each file of a folder that is saved', help: watchHelp, run: watch },
  comments: { summary: 'prints comments', help: commentsHelp, run: comments },
  reply: { summary: 'replies to a comment', help: replyHelp, run: reply },
  resolve: { summary: 'resolves comments, or opens them again', help: resolveHelp, run: resolve },
  check: {
    summary: 'ends with 0 if the design looks good, 1 if it needs changes',
    help: checkHelp,
    run: check,
  },
  export: {
    summary: 'writes the comments as Markdown, CSV, JSON or PNG',
    help: exportHelp,
    run: exportComments,
  },
  open: { summary: 'opens the page of a project', help: openHelp, run: open },
}

/** The command could not be carried out. `check` uses 1 and 2 for its results. */
const failed = 3
/** Ended by Ctrl-C. */
const interrupted = 130

const list = `Commands that use a running Pinmark ("pinmark COMMAND --help" explains one):

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`)
  .join('\n')}`

process.exitCode = await run(process.argv.slice(2))

async function run([name = '--help', ...args]: string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `pinmark comments | head` ends the output early. A full disk is another matter.
    if (error.code !== 'EPIPE') warn(error.message)
    process.exit(failed)
  })
  const stop = new AbortController()
  // A second Ctrl-C ends the program at once.
  process.once('SIGINT', () => stop.abort())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  try {
    if (!command) {
      if (!['--help', '-h', 'help'].includes(name))
        throw new Refusal(`Unknown command: ${name}. "pinmark --help" lists all commands.`)
      print(list)
      return 0
    }
    if (options.includes('--help') || options.includes('-h')) {
      print(command.help)
      return 0
    }
    return (await command.run(args, stop.signal)) ?? 0
  } catch (error) {
    if (stop.signal.aborted) return interrupted
    explain(error, name)
    return failed
  }
}

/** Prints a plain sentence, and for a fault of the program its stack. */
function explain(error: unknown, name: string): void {
  if (error instanceof Refusal || error instanceof CodedError || error instanceof NetworkError)
    warn(error.message)
  else if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    warn(`${error.message}\n"pinmark ${name} --help" explains the command.`)
  else if (error instanceof Error && 'syscall' in error) warn(error.message)
  else
    process.stderr.write(
      `${visible(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    )
}
