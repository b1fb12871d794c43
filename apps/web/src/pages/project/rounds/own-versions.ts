let count = 0

/** Suppresses the note about new versions while this page adds some. Returns a function that ends it. */
export function expectOwnVersions(): () => void {
  count += 1
  return () => {
    count -= 1
  }
}

export function areVersionsOwn(): boolean {
  return count > 0
}
