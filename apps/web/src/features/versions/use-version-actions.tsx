import * as designsApi from '@pinmark/shared/api/designs'
import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadOriginal } from '@pinmark/shared/api/projects'
import type { Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow, ArrowUpToLine, Download, ImageUp, RotateCcw, Trash2 } from 'lucide-react'
import { call, callDeletion } from '../../lib/api'
import { projectKeys, readProject, reloadProject } from '../../lib/query-keys'
import { designFileTypes, pickFiles } from '../../ui/design-files'
import { offered, type MenuItem } from '../../ui/menu-item'
import { toast } from '../../ui/toast'
import { newestOf } from '../review/views'
import { ownChange, versionName } from './own-versions'
import { useReview } from '../review/use-review'

/** Compares the shown version with its build; for the owner, also adds, replaces and removes the build, downloads the file
 *  that was uploaded as the shown version, removes the newest version of the
 *  design, and restores removed versions and designs.
 *  @param isNear the menu may be opened soon; the trash is requested only then */
export function useVersionActions(isNear: boolean): MenuItem[] {
  const { project, versions: choice, addFiles, open } = useReview()
  const { _id: projectId, can, designs } = project
  const { design } = choice.shown
  const queryClient = useQueryClient()
  const { data: trash = [] } = useQuery({
    // The trash changes with them.
    queryKey: projectKeys.trash(projectId, design.versions.length, designs.length),
    queryFn: ({ signal }) => call(designsApi.listTrash, { params: { projectId }, signal }),
    enabled: can.manage && isNear,
    staleTime: Infinity,
    gcTime: 0,
  })
  const { version } = choice.shown
  const newest = newestOf(design)
  const removed = trash.filter((one) => one.version === null || one.design === design._id)

  /** Adds or removes versions, and shows the newest one of the design.
   *  @param act returns the names of what it has added or removed
   *  @returns whether it succeeded */
  async function change(act: () => Promise<readonly string[]>, designId = design._id): Promise<boolean> {
    try {
      await ownChange(async () => {
        const names = await act()
        await reloadProject(queryClient, projectId)
        const { designs: all } = readProject(queryClient, projectId) ?? project
        const now = all.find(({ _id }) => _id === designId)
        if (now) choice.go(now)
        return names
      })
      return true
    } catch (error) {
      toast.showFailure(error)
      return false
    }
  }
  const paramsOf = (versionId: string) => ({ params: { projectId, designId: design._id, versionId } })
  const restore = (versionId: string) =>
    change(async () => {
      const { number } = await call(designsApi.restoreVersion, paramsOf(versionId))
      return [versionName(design._id, number)]
    })
  const restoreDesign = (designId: string) =>
    change(async () => {
      await call(designsApi.restoreDesign, { params: { projectId, designId } })
      return [designId]
    }, designId)
  const removeVersion = ({ _id, number }: Pick<Version, '_id' | 'number'>) =>
    change(async () => {
      await callDeletion(designsApi.removeVersion, paramsOf(_id))
      return [versionName(design._id, number)]
    })

  async function remove() {
    const { _id, number } = newest
    if (!(await removeVersion(newest))) return
    toast.show({
      text: m.version_removed({ number }),
      action: { label: m.action_undo(), onSelect: () => void restore(_id) },
    })
  }

  async function renew() {
    const { _id, number: old } = version
    let made = newest
    const isDone = await change(async () => {
      made = await call(designsApi.renewVersion, paramsOf(_id))
      return [versionName(design._id, made.number)]
    })
    if (!isDone || made._id === newest._id) return
    toast.show({
      text: m.version_renewed({ number: made.number, old }),
      action: { label: m.action_undo(), onSelect: () => void removeVersion(made) },
    })
  }

  async function download() {
    try {
      const { fetchFile, saveFile } = await import('../../lib/download')
      saveFile(await fetchFile(pathTo(loadOriginal, paramsOf(version._id))))
    } catch (error) {
      toast.showFailure(error)
    }
  }

  const compareBuild = version.build && {
    label: m.build_compare(),
    icon: <AppWindow />,
    onSelect: choice.compareBuild,
  }
  if (!can.manage) return offered([compareBuild])
  return offered([
    compareBuild,
    {
      label: version.build ? m.build_replace() : m.build_add(),
      icon: <ImageUp />,
      onSelect: () =>
        pickFiles(designFileTypes, ([file]) => file && addFiles({ files: [file], purpose: 'build' })),
    },
    { label: m.version_download(), icon: <Download />, onSelect: () => void download() },
    version._id !== newest._id && {
      label: m.version_renew(),
      icon: <ArrowUpToLine />,
      onSelect: () => void renew(),
    },
    ...removed.map(({ design: designId, version: versionId, title, number }): MenuItem => ({
      label: versionId === null ? m.design_restore({ name: title }) : m.version_restore({ number }),
      icon: <RotateCcw />,
      onSelect: () => void (versionId === null ? restoreDesign(designId) : restore(versionId)),
    })),
    version.build && {
      label: m.build_remove(),
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => open('build'),
    },
    design.versions.length > 1 && {
      label: m.version_remove({ number: newest.number }),
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => void remove(),
    },
  ])
}
