import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'

/** A check that an owner has at most `limit` of something. Call it before the write, so that most refusals write
 *  nothing, and after it by `checkOrTakeBack`. `incoming` is the number about to be added; 0 after the write.
 *  @throws AppError `code` */
export function limitCheck<Owner>(
  count: (owner: Owner) => Promise<number>,
  limit: number,
  code: ErrorCode,
): (owner: Owner, incoming: 0 | 1) => Promise<void> {
  return async (owner, incoming) => {
    if ((await count(owner)) + incoming > limit) throw new AppError(code, { params: { limit } })
  }
}

/** Checks a limit after a write, and undoes the write if it exceeds the limit. A check before the write would
 *  miss concurrent requests.
 *  @returns what `check` returns
 *  @throws what `check` throws, after the write is undone */
export async function checkOrTakeBack<Result>(
  check: () => Promise<Result>,
  takeBack: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await check()
  } catch (refused) {
    await takeBack()
    throw refused
  }
}
