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
