import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { findProjects, hasNew, sortProjects, sorts, type Sort } from './project-order'

/** From this number of projects on, searching is faster than looking. */
const searchFrom = 4

export interface ProjectView {
  /** The projects of the grid, in order. */
  shown: ProjectSummary[]
  /** Whether there are enough projects to search and sort. */
  isSearchable: boolean
  query: string
  /** How many projects have new feedback, independent of the search. */
  newCount: number
  /** Only projects with new feedback. */
  isOnlyNew: boolean
  sort: Sort
  setQuery: (query: string) => void
  setOnlyNew: (isOnlyNew: boolean) => void
  setSort: (sort: Sort) => void
}

/** Search and order are in the address, so that going back restores them. */
export function useProjectView(projects: ProjectSummary[] | undefined): ProjectView {
  const [params, setParams] = useSearchParams()
  const isSearchable = (projects?.length ?? 0) >= searchFrom
  const query = isSearchable ? (params.get('q') ?? '') : ''
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'feedback'
  const isOnlyNew = isSearchable && params.has('new')
  const shown = useMemo(() => {
    const found = findProjects(projects ?? [], query)
    return sortProjects(isOnlyNew ? found.filter(hasNew) : found, sort)
  }, [projects, query, isOnlyNew, sort])

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
    shown,
    isSearchable,
    query,
    newCount: projects?.filter(hasNew).length ?? 0,
    isOnlyNew,
    sort,
    setQuery: (value) => set('q', value, ''),
    setOnlyNew: (value) => set('new', value ? '1' : '', ''),
    setSort: (value) => set('sort', value, 'feedback'),
  }
}
