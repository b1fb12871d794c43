import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectNote } from '../../features/projects/project-actions'
import { useFindLinkAddress } from '../../lib/instance'
import { useCopyLink } from '../../ui/clipboard'
import { LazyBoundary, lazyComponent, prefetchedComponent } from '../../ui/lazy'
import { closeToast, toast } from '../../ui/toast'
import { useLastOpened } from '../../ui/use-last-opened'

/** Fetched when a dialog is opened. */
const CreateDialog = prefetchedComponent(
  async () => (await import('../../features/projects/create-dialog')).CreateDialog,
)
const RenameDialog = prefetchedComponent(
  async () => (await import('../../features/projects/rename-dialog')).RenameDialog,
)
const DeleteDialog = prefetchedComponent(
  async () => (await import('../../features/projects/delete-dialog')).DeleteDialog,
)
const ArchiveDialog = lazyComponent(async () => (await import('./order-dialogs')).ArchiveDialog)
const LabelDialog = lazyComponent(async () => (await import('./order-dialogs')).LabelDialog)
const DeleteSeveralDialog = lazyComponent(async () => (await import('./order-dialogs')).DeleteSeveralDialog)
const AddDesigns = lazyComponent(async () => (await import('./add-designs')).AddDesigns)
const ShareDialog = prefetchedComponent(
  async () => (await import('../../features/sharing/share-dialog')).ShareDialog,
)

const PeopleDialog = lazyComponent(
  async () => (await import('../../features/sharing/people-dialog')).PeopleDialog,
)

export type OpenDialog =
  | { kind: 'create'; images: readonly File[]; name?: string }
  | { kind: 'designs'; project: ProjectSummary; files: readonly File[] }
  | { kind: 'rename' | 'share' | 'people' | 'delete'; project: ProjectSummary }
  | { kind: 'labels' | 'archive' | 'delete several'; projects: readonly ProjectSummary[] }

interface DashboardDialogsProps {
  dialog: OpenDialog | null
  onDialog: (dialog: OpenDialog) => void
  onClose: () => void
  /** All labels of the account. */
  labels: readonly string[]
  /** Several projects were changed. */
  onOrdered: (changed: readonly ProjectSummary[]) => void
}

/** At most one dialog is open. */
export function DashboardDialogs({ dialog, onDialog, onClose, labels, onOrdered }: DashboardDialogsProps) {
  const last = useLastOpened(dialog)
  const tellCreated = useCreatedNote()
  if (!last) return null
  const { key, opened: shown } = last
  const common = { open: dialog !== null, onClose }
  return (
    <LazyBoundary key={key} onFailed={onClose}>
      {shown.kind === 'create' && (
        <CreateDialog
          {...common}
          initialName={shown.name}
          initialImages={shown.images}
          onDone={(project, files) =>
            files.length > 0 ? onDialog({ kind: 'designs', project, files }) : tellCreated(project)
          }
        />
      )}
      {shown.kind === 'designs' && (
        <AddDesigns {...common} project={shown.project} files={shown.files} onDone={tellCreated} />
      )}
      {shown.kind === 'labels' && (
        <LabelDialog {...common} projects={shown.projects} known={labels} onDone={onOrdered} />
      )}
      {shown.kind === 'archive' && <ArchiveDialog {...common} projects={shown.projects} onDone={onOrdered} />}
      {shown.kind === 'delete several' && (
        <DeleteSeveralDialog {...common} projects={shown.projects} onDone={onOrdered} />
      )}
      {shown.kind === 'rename' && <RenameDialog {...common} project={shown.project} />}
      {shown.kind === 'share' && <ShareDialog {...common} project={shown.project} canManage />}
      {shown.kind === 'people' && <PeopleDialog {...common} project={shown.project} />}
      {shown.kind === 'delete' && (
        <DeleteDialog
          {...common}
          project={shown.project}
          designCount={shown.project.designs}
          commentCount={shown.project.stats.total}
          canRestore
        />
      )}
    </LazyBoundary>
  )
}

/** After a project is created: a note with buttons for its link and its page. It leaves with the dashboard. */
function useCreatedNote(): (project: ProjectSummary) => void {
  const navigate = useNavigate()
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  const note = useRef(0)
  useEffect(() => () => closeToast(note.current), [])
  return ({ _id, name, link }) => {
    note.current = toast.show({
      text: projectNote(name, m.project_created),
      action: { label: m.link_copy(), onSelect: () => void copyLink(findAddress(link.id)) },
      otherAction: { label: m.action_open(), onSelect: () => void navigate(pagePaths.project(_id)) },
    })
  }
}
