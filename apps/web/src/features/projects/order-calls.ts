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
  change: OrderChange & {
    /** Whether its link is closed. */
    closed?: boolean
  }
}

/** Changes several projects at once. Each change can be undone. */
export function useOrder() {
  return orderCalls(useQueryClient())
}

/** The functions return whether all of it succeeded. */
export function orderCalls(queryClient: QueryClient) {
  /** Makes a call for each project, and shows one note if some fail. */
  async function each<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<boolean> {
    const results = await Promise.allSettled(all.map(act))
    await queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) toast.showFailure(failed.reason, m.order_failed())
    return !failed
  }

  const apply = (all: readonly Ordered[]) =>
    each(all, async ({ project: { _id: projectId }, change: { closed, ...body } }) => {
      const params = { projectId }
      await call(projectsApi.changeOrder, { params, body })
      if (closed !== undefined) await call(changeSettings, { params, body: { closed } })
    })

  async function change(all: readonly Ordered[], text: string): Promise<boolean> {
    const before = all.map((one) => ({ project: one.project, change: undoOf(one) }))
    if (!(await apply(all))) return false
    toast.show({ text, action: { label: m.action_undo(), onSelect: () => void apply(before) } })
    return true
  }

  async function remove(projects: readonly ProjectSummary[], text: string): Promise<boolean> {
    const paramsOf = ({ _id }: ProjectSummary) => ({ params: { projectId: _id } })
    const removed = await each(projects, (one) => callDeletion(projectsApi.deleteProject, paramsOf(one)))
    if (!removed) return false
    const restore = () => each(projects, (one) => call(projectsApi.restoreProject, paramsOf(one)))
    toast.show({ text, action: { label: m.action_undo(), onSelect: () => void restore() } })
    return true
  }

  async function copy(project: ProjectSummary): Promise<void> {
    try {
      const made = await call(projectsApi.copyProject, {
        params: { projectId: project._id },
        idempotencyKey: randomId(),
      })
      await queryClient.invalidateQueries({ queryKey: projectKeys.lists })
      const undo = () =>
        each([made], ({ _id }) => callDeletion(projectsApi.deleteProject, { params: { projectId: _id } }))
      toast.show({
        text: m.order_duplicated(),
        action: { label: m.action_undo(), onSelect: () => void undo() },
      })
    } catch (error) {
      toast.showFailure(error, m.order_duplicate_failed())
    }
  }

  return { change, remove, copy }
}

function undoOf({ project, change }: Ordered): Ordered['change'] {
  return {
    ...(change.archived !== undefined && { archived: project.archivedAt !== undefined }),
    ...(change.labels && { labels: project.labels ?? [] }),
    ...(change.closed !== undefined && { closed: project.link.closedAt !== null }),
  }
}
