import type { Project } from '@pinmark/shared/entities/project'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyBoundary } from '../../../ui/lazy-boundary'
import { useToast } from '../../../ui/toast'
import { useFileArrival } from '../../../ui/use-file-arrival'
import type { VersionChoice } from '../use-shown-version'
import type { Arrival } from './add-files'

const AddFiles = lazyComponent(async () => (await import('./add-files')).AddFiles)
const FrameDrop = lazyComponent(
  async () => (await import('../../../features/versions/add-files/frame-drop')).FrameDrop,
)

interface FileArrivalProps {
  readonly project: Project
  readonly choice: VersionChoice
  readonly arrival: Arrival | null
  readonly onArrival: (arrival: Arrival | null) => void
}

/** Handles files that are dropped or pasted on an open project. It is mounted also for visitors who may not
 *  add files, because the browser would otherwise replace the page by a dropped file. */
export function FileArrival({ project, choice, arrival, onArrival }: FileArrivalProps) {
  const toast = useToast()
  const mayAdd = project.can.manage
  const isDragging = useFileArrival({
    onFiles: (files) => onArrival({ files, purpose: 'match' }),
    onRefusedPaste: () => toast.show({ text: 'Only the designer can add versions.' }),
    isRefused: !mayAdd,
    disabled: arrival !== null,
  })
  return (
    <>
      {isDragging && mayAdd && (
        <LazyBoundary>
          <FrameDrop name={project.name} title={choice.shown.design.title} />
        </LazyBoundary>
      )}
      {arrival && (
        <LazyBoundary onFailed={() => onArrival(null)}>
          <AddFiles project={project} choice={choice} arrival={arrival} onEnd={() => onArrival(null)} />
        </LazyBoundary>
      )}
    </>
  )
}
