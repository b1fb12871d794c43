import { AppError } from '@pinmark/shared/errors'

/** Does `work` for every item, one after the other. An item that fails does not stop the items after it.
 *  @throws the failure, or an AggregateError of several, after the last item */
export async function attemptEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  const [first] = failures
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} failures, the first: ${String(first)}`)
  if (failures.length > 0) throw first
}

/** Whether a caught value is a system error of one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** The message of an error with the reason below it: `fetch`, for example, only says that it failed. */
export function messageWithReason({ message, cause }: Error): string {
  // An error of several addresses has no message.
  const reason = cause instanceof Error && (cause.message || ('code' in cause && String(cause.code)))
  return [message, reason].filter(Boolean).join(': ')
}

/** For a request that another one has overtaken: the same call is allowed now. */
export function tryAgain(): AppError {
  return new AppError('server_busy', { retryAfterSeconds: 1 })
}

/** An error that ends the start. Its message is one plain sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The text to print for an error that ends a program: only the sentence if it is meant for the operator. */
export const describeStartError = (error: unknown): unknown =>
  error instanceof StartError ? error.message : error

/** How to type a command of Pinmark, as it was installed: `npm run backup -- FILE` in a copy of the source, `npx pinmark backup
 *  FILE` for the package, and a program in a container, which has no npm. The last two set the variable. */
export function typedCommand(name: string, args = ''): string {
  if (process.env['PINMARK_RUN_BY'] === 'npx') return `npx pinmark ${name}${args && ` ${args}`}`
  if (process.env['PINMARK_RUN_BY'] === 'container')
    return `node apps/api/dist/${name}.js${args && ` ${args}`}`
  return `npm run ${name}${args && ` -- ${args}`}`
}
