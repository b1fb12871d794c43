/** A number with its noun: `1 comment`, `3 comments`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Says that no comment is open: `1 resolved`, `All 12 resolved`. */
export function allResolved(count: number): string {
  return count === 1 ? '1 resolved' : `All ${count} resolved`
}
