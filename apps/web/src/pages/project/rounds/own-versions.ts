let count = 0

/** While this page adds versions itself, their arrival is no news. Answers how to end that. */
export function expectOwnVersions(): () => void {
  count += 1
  return () => {
    count -= 1
  }
}

export function areVersionsOwn(): boolean {
  return count > 0
}
