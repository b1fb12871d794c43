/** Groups squares that are connected.
 *  @param isOpen 1 for each square that belongs to a group; all are 0 afterwards
 *  @param neighboursOf squares that belong to the group of a square, if they are open
 *  @returns squares by group, each from its first square on */
export function connected(isOpen: Uint8Array, neighboursOf: (at: number) => number[]): number[][] {
  const groups: number[][] = []
  for (let first = isOpen.indexOf(1); first >= 0; first = isOpen.indexOf(1, first + 1)) {
    isOpen[first] = 0
    const group = [first]
    for (let next = 0; next < group.length; next += 1) {
      for (const at of neighboursOf(group[next] ?? 0)) {
        if (isOpen[at] !== 1) continue
        isOpen[at] = 0
        group.push(at)
      }
    }
    groups.push(group)
  }
  return groups
}
