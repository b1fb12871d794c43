import * as projectsApi from '@pinmark/shared/api/projects'
import { changeSettings } from '@pinmark/shared/api/sharing'
import type { OrderChange, ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { randomId } from '../../lib/identity'
import { projectListQuery } from '../../lib/first-script'
import { projectKeys } from '../../lib/query-keys'
import { useSession } from '../../lib/session'
import { failureText } from '@pinmark/shared/page-errors'
import { formatFacts } from '../../lib/format'
import { toast } from '../../ui/toast'

/** Projects that were taken out of the list. */
export function useArchivedProjects() {
  const userId = useSession()?.user._id
  return useQuery({
    queryKey: projectKeys.archived(userId ?? ''),
    queryFn: ({ signal }) =>
      call(projectsApi.listProjects, { query: { ...projectListQuery, state: 'archived' }, signal }),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}

/** What changes about one of several projects. */
interface Ordered {
  project: ProjectSummary
  change: Omit<OrderChange, 'labels'> & {
    /** Whether its link is closed. */
    closed?: boolean
  }
}

/** The text of a note about some projects. */
type Noted = (inputs: { count: number }) => string

/** Changes several projects at once. Each change can be undone. */
export function useOrder() {
  return orderCalls(useQueryClient())
}

/** The functions return the projects for which it succeeded. */
export function orderCalls(queryClient: QueryClient) {
  /** Makes a call for each project, and names those for which it fails in one note.
   *  @returns those for which it succeeded */
  async function each<T extends { readonly project: ProjectSummary }>(
    all: readonly T[],
    act: (one: T) => Promise<unknown>,
  ): Promise<readonly T[]> {
    const results = await Promise.allSettled(all.map(act))
    await queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    const failed = all.filter((_, at) => results[at]?.status === 'rejected')
    const failure = results.find((result) => result.status === 'rejected')
    if (failure)
      toast.show({
        text: failureText(m.order_failed(), failure.reason),
        detail: all.length > 1 ? formatFacts(failed.map(({ project }) => project.name)) : '',
        tone: 'danger',
      })
    return all.filter((one) => !failed.includes(one))
  }

  const apply = (all: readonly Ordered[]) =>
    each(all, async ({ project: { _id: projectId }, change: { closed, ...body } }) => {
      const params = { projectId }
      // First, so that a project whose link stays open stays in the list, where archiving it can be tried again.
      if (closed !== undefined) await call(changeSettings, { params, body: { closed } })
      await call(projectsApi.changeOrder, { params, body })
    })

  /** A note about those for which it succeeded, which undoes it. */
  function tell<T extends { readonly project: ProjectSummary }>(
    done: readonly T[],
    text: Noted,
    undo: (done: readonly T[]) => Promise<unknown>,
  ): readonly ProjectSummary[] {
    if (done.length > 0) {
      const action = { label: m.action_undo(), onSelect: () => void undo(done) }
      toast.show({ text: text({ count: done.length }), action })
    }
    return done.map(({ project }) => project)
  }

  async function change(all: readonly Ordered[], text: Noted): Promise<readonly ProjectSummary[]> {
    return tell(await apply(all), text, (done) =>
      apply(done.map((one) => ({ project: one.project, change: undoOf(one) }))),
    )
  }

  async function remove(
    projects: readonly ProjectSummary[],
    text: Noted,
  ): Promise<readonly ProjectSummary[]> {
    const all = projects.map((project) => ({ project }))
    const removed = await each(all, (one) => callDeletion(projectsApi.deleteProject, paramsOf(one)))
    return tell(removed, text, (done) => each(done, (one) => call(projectsApi.restoreProject, paramsOf(one))))
  }

  async function copy(project: ProjectSummary): Promise<void> {
    try {
      const made = await call(projectsApi.copyProject, {
        params: { projectId: project._id },
        idempotencyKey: randomId(),
      })
      await queryClient.invalidateQueries({ queryKey: projectKeys.lists })
      tell([{ project: made }], m.order_duplicated, (done) =>
        each(done, (one) => callDeletion(projectsApi.deleteProject, paramsOf(one))),
      )
    } catch (error) {
      toast.showFailure(error, m.order_duplicate_failed())
    }
  }

  return { change, remove, copy }
}

const paramsOf = ({ project: { _id } }: { project: ProjectSummary }) => ({ params: { projectId: _id } })

function undoOf({ project, change }: Ordered): Ordered['change'] {
  const { archived, closed, addLabels, removeLabels } = change
  return {
    ...(archived !== undefined && { archived: project.archivedAt !== undefined }),
    ...(addLabels && { removeLabels: addLabels }),
    ...(removeLabels && { addLabels: removeLabels }),
    ...(closed !== undefined && { closed: project.link.closedAt !== null }),
  }
}
