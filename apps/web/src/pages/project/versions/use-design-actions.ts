import * as designsApi from '@pinmark/shared/api/designs'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../../../lib/announce'
import type { DesignActions } from '../../../features/designs/design-list'
import { call, callDeletion } from '../../../lib/api'
import { applyProjectAnswer, beginRevision } from '../../../lib/kept-project'
import { projectKeys, reloadProject } from '../../../lib/query-keys'
import { toast } from '../../../ui/toast'
import { ownChange } from '../../../features/versions/own-versions'
import { designFileTypes, pickFiles } from '../../../ui/design-files'
import { useReview } from '../../../features/review/use-review'

/** Renames, moves and deletes designs. The page shows the result at once if that is safe, and an error if the
 *  server refuses. */
export function useDesignActions(): DesignActions {
  const { project, versions: choice, addFiles: onAdd } = useReview()
  const queryClient = useQueryClient()
  const { _id: projectId, designs } = project
  const queryKey = projectKeys.project(projectId)
  const change = (edit: (designs: readonly Design[]) => Design[]) =>
    queryClient.setQueryData<Project>(
      queryKey,
      (known) => known && { ...known, designs: edit(known.designs) },
    )
  const reload = () => reloadProject(queryClient, projectId)

  async function bringBack(designId: string) {
    try {
      await call(designsApi.restoreDesign, { params: { projectId, designId } })
      await reload()
    } catch (error) {
      toast.showFailure(error)
    }
  }

  async function remove(designId: string) {
    const at = designs.findIndex(({ _id }) => _id === designId)
    const design = designs[at]
    const neighbour = designs[at + 1] ?? designs[at - 1]
    if (!design) return
    try {
      await ownChange(async () => {
        await callDeletion(designsApi.deleteDesign, { params: { projectId, designId } })
        if (neighbour && choice.shown.design._id === designId) choice.go(neighbour)
        change((all) => all.filter(({ _id }) => _id !== designId))
        return [designId]
      })
    } catch (error) {
      toast.showFailure(error)
      return void reload()
    }
    toast.show({
      text: m.design_deleted({ name: design.title }),
      action: { label: m.action_undo(), onSelect: () => void bringBack(designId) },
    })
    // The overview covers the strip and contains the same designs.
    const shownLast = () => [...document.querySelectorAll(`[data-design="${neighbour?._id ?? ''}"]`)].at(-1)
    requestAnimationFrame(() => {
      const next = shownLast()
      if (next instanceof HTMLElement) next.focus()
    })
  }

  return {
    onRename: async (designId, title) => {
      const at = beginRevision()
      const renamed = await call(designsApi.changeDesign, {
        params: { projectId, designId },
        body: { title },
      })
      const rename = (one: Design) => (one._id === designId ? { ...one, title: renamed.title } : one)
      applyProjectAnswer(
        queryClient,
        projectId,
        (known) => ({ ...known, designs: known.designs.map(rename) }),
        { part: 'state', at },
      )
    },
    onUpload: (designId) => {
      const design = designs.find(({ _id }) => _id === designId)
      if (!design) return
      pickFiles(designFileTypes, (files) => {
        choice.go(design)
        onAdd({ files, purpose: 'open' })
      })
    },
    onMove: (designId, position) => {
      const moved = designs.find(({ _id }) => _id === designId)
      if (!moved || position < 1 || position > designs.length) return
      const focused = document.activeElement
      change((all) => {
        const others = all.filter(({ _id }) => _id !== designId)
        return others.toSpliced(position - 1, 0, moved)
      })
      announce(m.design_moved({ name: moved.title, position, total: designs.length }))
      // In some browsers, an element that is moved in the page loses the focus.
      requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
      call(designsApi.changeDesign, { params: { projectId, designId }, body: { position } }).catch(
        (error: unknown) => {
          toast.showFailure(error)
          void reload()
        },
      )
    },
    onDelete: (designId) => void remove(designId),
    onAdd: () => pickFiles(designFileTypes, (files) => onAdd({ files, purpose: 'another' })),
  }
}
