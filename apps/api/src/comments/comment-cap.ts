/** How many comments a project may have. The owner may add a tenth more, so that guests who fill
 *  a project cannot keep them from answering. */
export function capFor(isOwner: boolean, maxComments: number): number {
  return isOwner ? maxComments + Math.ceil(maxComments / 10) : maxComments
}
