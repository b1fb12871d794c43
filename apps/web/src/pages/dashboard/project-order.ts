import type { ProjectSummary } from '@pinmark/shared/entities/project'

export const sorts = [
  { value: 'feedback', label: 'Latest feedback' },
  { value: 'edited', label: 'Last edited' },
  { value: 'name', label: 'Name' },
] as const
export type Sort = (typeof sorts)[number]['value']

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function sortProjects(projects: ProjectSummary[], sort: Sort): ProjectSummary[] {
  if (sort === 'name') return projects.toSorted((a, b) => byName.compare(a.name, b.name))
  if (sort === 'edited') return projects.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  return projects.toSorted((a, b) => Number(hasNew(b)) - Number(hasNew(a)) || lastMoment(b) - lastMoment(a))
}

export function hasNew({ stats }: ProjectSummary): boolean {
  return stats.new > 0
}

/** Of the last comment, or of the project itself: a new project is among the first. */
function lastMoment({ stats, createdAt }: ProjectSummary): number {
  return Date.parse(stats.last?.createdAt ?? createdAt)
}

/** Every word must occur in the name. Case and accents are ignored. */
export function findProjects(projects: ProjectSummary[], query: string): ProjectSummary[] {
  const words = fold(query).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return projects
  return projects.filter(({ name }) => {
    const folded = fold(name)
    return words.every((word) => folded.includes(word))
  })
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
