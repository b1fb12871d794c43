/** Checks a limit after a write, and takes the write back if it exceeds the limit. A check before the write would miss
 *  concurrent requests.
 *  @returns what `check` returns
 *  @throws what `check` throws, after the write was taken back */
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
