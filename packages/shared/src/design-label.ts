/** What a design is called by those who cannot see it; the same on the page and in what the server paints of it. */
export function designLabel(title: string, versionNumber: number): string {
  return `Design: ${title}, version ${versionNumber}`
}
