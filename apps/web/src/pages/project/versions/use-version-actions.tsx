import * as designsApi from '@pinmark/shared/api/designs'
import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadOriginal } from '@pinmark/shared/api/projects'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AppWindow, ArrowUpToLine, Download, ImageUp, RotateCcw, Trash2 } from 'lucide-react'
import { call, callDeletion } from '../../../lib/api'
import { projectKeys } from '../../../lib/query-keys'
import { designFileTypes, pickFiles } from '../../../ui/design-files'
import type { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast'
import { newestOf } from '../../../features/review/views'
import { withoutNews } from './own-versions'
import { useReview } from '../../../features/review/use-review'

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
  const compareBuild = version.build
    ? [
        {
          label: m.build_compare(),
          icon: <AppWindow />,
          onSelect: choice.compareBuild,
        },
      ]
    : []
  if (!can.manage) return compareBuild
  const newest = newestOf(design)
  const removed = trash.filter((one) => one.version === null || one.design === design._id)

  /** Makes a call that adds or removes a version, and shows the newest one of the design.
   *  @returns whether it succeeded */
  async function change(act: () => Promise<unknown>, designId = design._id): Promise<boolean> {
    try {
      await withoutNews(async () => {
        await act()
        await queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true })
      })
    } catch (error) {
      toast.showFailure(error)
      return false
    }
    const known = queryClient.getQueryData<Project>(projectKeys.project(projectId)) ?? project
    const now = known.designs.find(({ _id }) => _id === designId)
    if (now) choice.go(now)
    return true
  }
  const paramsOf = (versionId: string) => ({ params: { projectId, designId: design._id, versionId } })
  const restore = (versionId: string) => change(() => call(designsApi.restoreVersion, paramsOf(versionId)))
  const restoreDesign = (designId: string) =>
    change(() => call(designsApi.restoreDesign, { params: { projectId, designId } }), designId)

  async function remove() {
    const { _id, number } = newest
    if (!(await change(() => callDeletion(designsApi.removeVersion, paramsOf(_id))))) return
    toast.show({
      text: m.version_removed({ number }),
      action: { label: m.action_undo(), onSelect: () => void restore(_id) },
    })
  }

  async function renew() {
    const { _id, number } = choice.shown.version
    if (!(await change(() => call(designsApi.renewVersion, paramsOf(_id))))) return
    const known = queryClient.getQueryData<Project>(projectKeys.project(projectId)) ?? project
    const made = known.designs.find((one) => one._id === design._id)?.versions.at(-1)
    if (!made || made._id === newest._id) return
    toast.show({
      text: m.version_renewed({ number: made.number, old: number }),
      action: {
        label: m.action_undo(),
        onSelect: () => void change(() => callDeletion(designsApi.removeVersion, paramsOf(made._id))),
      },
    })
  }

  async function download() {
    const path = pathTo(loadOriginal, paramsOf(choice.shown.version._id))
    try {
      const { fetchFile, saveFile } = await import('../../../lib/download')
      saveFile(await fetchFile(path, { signal: new AbortController().signal, onProgress: () => {} }))
    } catch (error) {
      toast.showFailure(error)
    }
  }

  return [
    ...compareBuild,
    {
      label: version.build ? m.build_replace() : m.build_add(),
      icon: <ImageUp />,
      onSelect: () =>
        pickFiles(designFileTypes, ([file]) => file && addFiles({ files: [file], purpose: 'build' })),
    },
    {
      label: m.version_download(),
      icon: <Download />,
      onSelect: () => void download(),
    },
    ...(choice.shown.version._id !== newest._id
      ? [
          {
            label: m.version_renew(),
            icon: <ArrowUpToLine />,
            onSelect: () => void renew(),
          },
        ]
      : []),
    ...removed.map(({ design: designId, version, title, number }): MenuItem => ({
      label: version === null ? m.design_restore({ name: title }) : m.version_restore({ number }),
      icon: <RotateCcw />,
      onSelect: () => void (version === null ? restoreDesign(designId) : restore(version)),
    })),
    ...(version.build
      ? [
          {
            label: m.build_remove(),
            icon: <Trash2 />,
            tone: 'danger' as const,
            onSelect: () => open('build'),
          },
        ]
      : []),
    ...(design.versions.length > 1
      ? [
          {
            label: m.version_remove({ number: newest.number }),
            icon: <Trash2 />,
            tone: 'danger' as const,
            onSelect: () => void remove(),
          },
        ]
      : []),
  ]
}
