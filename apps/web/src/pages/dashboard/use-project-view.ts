import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { compareNames } from '../../lib/format'

/** From this number of projects on, searching is faster than looking. */
const searchFrom = 4

export type ProjectView = ReturnType<typeof useProjectView>

/** Search and order are in the address, so that going back restores them. */
export function useProjectView(projects: ProjectSummary[] | undefined) {
  const [params, setParams] = useSearchParams()
  const isSearchable = (projects?.length ?? 0) >= searchFrom
  const query = isSearchable ? (params.get('q') ?? '') : ''
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'feedback'
  const isOnlyNew = isSearchable && params.has('new')
  const labels = useMemo(() => labelsOf(projects ?? []), [projects])
  const chosen = params.get('label')
  const label = chosen !== null && labels.includes(chosen) ? chosen : null
  const hasShared = projects?.some(({ isOwner }) => !isOwner) ?? false
  const whose = (hasShared && whoseChoices.find(({ value }) => value === params.get('of'))?.value) || 'all'
  const shown = useMemo(() => {
    const wanted = (projects ?? []).filter(({ isOwner }) => whose === 'all' || isOwner === (whose === 'own'))
    const found = findProjects(wanted, query).filter((project) => hasLabel(project, label))
    return sortProjects(isOnlyNew ? found.filter(hasNew) : found, sort)
  }, [projects, query, label, isOnlyNew, sort, whose])

  function set(name: string, value: string, standard: string) {
    setParams(
      (current) => {
        if (value === standard) current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true },
    )
  }
  return {
    /** The projects of the grid, in order. */
    shown,
    /** Whether there are enough projects to search and sort. */
    isSearchable,
    /** Whether some projects are shared with the account, so that it can choose whose to see. */
    hasShared,
    whose,
    query,
    /** How many projects have new feedback, independent of the search. */
    newCount: projects?.filter(hasNew).length ?? 0,
    /** Only projects with new feedback. */
    isOnlyNew,
    /** All labels, sorted. */
    labels,
    /** Only projects with this label; null for all. */
    label,
    sort,
    /** The projects with names that the search finds. */
    find: (others: ProjectSummary[]) => findProjects(others, query),
    setWhose: (value: Whose) => set('of', value, 'all'),
    setLabel: (value: string | null) => set('label', value ?? '', ''),
    setQuery: (value: string) => set('q', value, ''),
    setOnlyNew: (value: boolean) => set('new', value ? '1' : '', ''),
    setSort: (value: Sort) => set('sort', value, 'feedback'),
  }
}

export const whoseChoices = [
  { value: 'all', label: () => m.filter_all() },
  { value: 'own', label: () => m.dashboard_mine() },
  { value: 'shared', label: () => m.dashboard_shared() },
] as const
type Whose = (typeof whoseChoices)[number]['value']

export const sorts = [
  { value: 'feedback', label: () => m.dashboard_sort_feedback() },
  { value: 'edited', label: () => m.dashboard_sort_edited() },
  { value: 'name', label: () => m.field_name() },
] as const
type Sort = (typeof sorts)[number]['value']

function sortProjects(projects: ProjectSummary[], sort: Sort): ProjectSummary[] {
  if (sort === 'name') return projects.toSorted((a, b) => compareNames(a.name, b.name))
  if (sort === 'edited') return projects.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  return projects.toSorted((a, b) => Number(hasNew(b)) - Number(hasNew(a)) || lastMoment(b) - lastMoment(a))
}

function labelsOf(projects: readonly ProjectSummary[]): string[] {
  return [...new Set(projects.flatMap(({ labels = [] }) => labels))].toSorted(compareNames)
}

function hasLabel({ labels = [] }: ProjectSummary, label: string | null): boolean {
  return label === null || labels.includes(label)
}

function hasNew({ stats }: ProjectSummary): boolean {
  return stats.new > 0
}

/** Of the last comment, or of the project itself: a new project is among the first. */
function lastMoment({ stats, createdAt }: ProjectSummary): number {
  return Date.parse(stats.last?.createdAt ?? createdAt)
}

/** Every word must occur in the name. Case and accents are ignored. */
function findProjects(projects: ProjectSummary[], query: string): ProjectSummary[] {
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
