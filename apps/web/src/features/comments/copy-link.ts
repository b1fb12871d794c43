import { pagePaths } from '@pinmark/shared/paths'

/** The address that opens a project at one comment, with the design and version that the page shows it on. */
export function linkToComment(linkId: string, commentId: string): string {
  const { origin, search } = window.location
  const wanted = new URLSearchParams(search)
  const query = new URLSearchParams({ comment: commentId })
  for (const name of ['design', 'v']) {
    const value = wanted.get(name)
    if (value !== null) query.set(name, value)
  }
  return `${origin}${pagePaths.project(linkId)}?${query.toString()}`
}
