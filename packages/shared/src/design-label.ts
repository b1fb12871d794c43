/** The text alternative of a design. The page and the first paint of the server use the same one. */
export function designLabel(title: string, versionNumber: number): string {
  return `Design: ${title}, version ${versionNumber}`
}
