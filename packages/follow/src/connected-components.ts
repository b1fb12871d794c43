/** Connected components of a set of blocks.
 *  @param isOpen 1 for each member of the set; all are 0 afterwards
 *  @param neighboursOf the possible neighbours of a member
 *  @returns the members of each component, in the order of their discovery */
export function connectedComponents(isOpen: Uint8Array, neighboursOf: (at: number) => number[]): number[][] {
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
