import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { findProjects, sortProjects, sorts, type Sort } from './project-order'

/** From so many projects on, searching is quicker than looking. */
const searchFrom = 4

export interface ProjectView {
  /** What the grid shows, in its order. */
  shown: ProjectSummary[]
  /** Whether there is enough to search and sort. */
  isSearchable: boolean
  query: string
  sort: Sort
  setQuery: (query: string) => void
  setSort: (sort: Sort) => void
}

/** What is searched for and how it is sorted stand in the address: they are there again on the way back. */
export function useProjectView(projects: ProjectSummary[] | undefined): ProjectView {
  const [params, setParams] = useSearchParams()
  const isSearchable = (projects?.length ?? 0) >= searchFrom
  const query = isSearchable ? (params.get('q') ?? '') : ''
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'feedback'
  const shown = useMemo(
    () => sortProjects(findProjects(projects ?? [], query), sort),
    [projects, query, sort],
  )

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
    sort,
    setQuery: (value) => set('q', value, ''),
    setSort: (value) => set('sort', value, 'feedback'),
  }
}
