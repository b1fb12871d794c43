import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { ComponentProps } from 'react'
import { LazyBoundary, lazyComponent, prefetchedComponent } from '../../ui/lazy'
import { useCreatedNote } from './use-created-note'
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
  if (!last) return null
  const { key, opened: shown } = last
  const common = { open: dialog !== null, onClose }
  return (
    <LazyBoundary key={key} onFailed={onClose}>
      {shown.kind === 'create' && (
        <CreateProject
          {...common}
          initialName={shown.name}
          initialImages={shown.images}
          onMore={(project, files) => onDialog({ kind: 'designs', project, files })}
        />
      )}
      {shown.kind === 'designs' && (
        <AddDesigns project={shown.project} files={shown.files} open={dialog !== null} onClose={onClose} />
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

interface CreateProjectProps extends ComponentProps<typeof CreateDialog> {
  /** Called after the project is created with the first file. These become its other designs. */
  onMore: (project: ProjectSummary, files: readonly File[]) => void
}

function CreateProject({ onMore, ...props }: CreateProjectProps) {
  const tell = useCreatedNote()
  return (
    <CreateDialog
      {...props}
      onDone={(project, more) => (more.length > 0 ? onMore(project, more) : tell(project))}
    />
  )
}
