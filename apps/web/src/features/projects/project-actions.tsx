import * as projectsApi from '@pinmark/shared/api/projects'
import type { ProjectChange, ProjectSummary } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NetworkError } from '../../lib/answer'
import { ErrorStrip } from '../../ui/error-strip'
import { call, callDeletion } from '../../lib/api'
import { projectKeys, reloadProject } from '../../lib/query-keys'
import { closeToast, readToasts, toast } from '../../ui/toast'

interface ActionErrorProps {
  /** The message for this action. */
  failure: string
  /** Null without an error. */
  error: unknown
}

/** Shows that an action failed, and why. An error that is neither an AppError nor a NetworkError is a bug of
 *  this page. */
export function ActionError({ failure, error }: ActionErrorProps) {
  if (error === null || error === undefined) return null
  if (error instanceof AppError || error instanceof NetworkError) {
    return <ErrorStrip detail={error.message}>{failure}</ErrorStrip>
  }
  return <ErrorStrip>{m.unknown_error()}</ErrorStrip>
}

/** The data of a project that a dialog needs. */
export interface NamedProject {
  readonly _id: string
  readonly name: string
}

/** What happened to a project. A long name is cut, so that the note stays small on a phone. */
export function projectNote(name: string, say: (inputs: { name: string }) => string): string {
  const letters = [...name]
  const short = letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : name
  return say({ name: short })
}

const longestName = 40

/** Changes the name or description of a project, then reloads the list and the open project. */
export function useChangeProject(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) =>
      call(projectsApi.changeProject, { params: { projectId }, body: change }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        reloadProject(queryClient, projectId),
      ]),
  })
}

interface DeleteOptions {
  /** For visitors, "not found" may also mean that their link has ended. */
  isDesigner: boolean
}

/** Deletes a project, which can be restored for a while. It disappears from the list at once; then the list
 *  is reloaded, also after a failure, because only the answer may have been lost. */
export function useDeleteProject(projectId: string, { isDesigner }: DeleteOptions) {
  const queryClient = useQueryClient()
  const request = { params: { projectId } }
  return useMutation({
    mutationFn: async () => {
      if (isDesigner) await callDeletion(projectsApi.deleteProject, request)
      else await call(projectsApi.deleteProject, request)
    },
    onSuccess: () => {
      queryClient.setQueriesData<ProjectSummary[]>({ queryKey: projectKeys.lists }, (projects) =>
        projects?.filter(({ _id, deletedAt }) => _id !== projectId || deletedAt !== null),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
  })
}

/** Restores a deleted project, and shows a note. */
export function useRestoreProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (projectId: string) => call(projectsApi.restoreProject, { params: { projectId } }),
    onSuccess: async ({ _id, name }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
        queryClient.invalidateQueries({ queryKey: projectKeys.project(_id) }),
      ])
      // The note of the deletion offers to undo it.
      for (const { id, about } of readToasts()) if (about === _id) closeToast(id)
      toast.show({ text: projectNote(name, m.project_restored) })
    },
    onError: (error) => toast.showFailure(error, m.project_restore_failed()),
  })
}
