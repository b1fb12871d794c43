/** Says that no comment is open: `1 resolved`, `All 12 resolved`. */
export function allResolved(count: number): string {
  return count === 1 ? '1 resolved' : `All ${count} resolved`
}
