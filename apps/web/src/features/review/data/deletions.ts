/** Ids of the comments and replies that this page is deleting. The live event may arrive before the answer. */
const underWay = new Set<string>()

export function isBeingDeleted(id: string): boolean {
  return underWay.has(id)
}

export function noteDeletion(id: string, isUnderWay: boolean): void {
  if (isUnderWay) underWay.add(id)
  else underWay.delete(id)
}
