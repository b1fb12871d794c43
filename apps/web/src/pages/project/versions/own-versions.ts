/** By this time, the result of a call is rendered. */
const shownAfterMs = 1_000

let count = 0

/** Suppresses the notes about added and removed versions and designs while this page adds or removes some. Returns
 *  a function that ends it. */
export function expectOwnVersions(): () => void {
  count += 1
  return () => {
    count -= 1
  }
}

/** Makes a call that adds or removes versions or designs, without notes about them. */
export async function withoutNews(act: () => Promise<unknown>): Promise<void> {
  const endOwn = expectOwnVersions()
  try {
    await act()
  } finally {
    setTimeout(endOwn, shownAfterMs)
  }
}

export function areVersionsOwn(): boolean {
  return count > 0
}
