import { m } from '@pinmark/words/messages'
import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import { toast } from '../../../ui/toast'
import { useFileArrival } from '../../../ui/design-files'
import { useReview, useReviewState } from '../../../features/review/use-review'

const AddFiles = lazyComponent(async () => (await import('./add-files')).AddFiles)
const FrameDrop = lazyComponent(
  async () => (await import('../../../features/versions/add-files/frame-drop')).FrameDrop,
)

/** Handles files that are dropped or pasted on an open project. It is mounted also for visitors who may not
 *  add files, because the browser would otherwise replace the page by a dropped file. */
export function FileArrival() {
  const { project, shown, addFiles } = useReview()
  const arrival = useReviewState((state) => state.arrival)
  const mayAdd = project.can.manage
  const isDragging = useFileArrival({
    onFiles: (files) => addFiles({ files, purpose: 'match' }),
    onRefusedPaste: () => toast.show({ text: m.version_only_designer() }),
    isRefused: !mayAdd,
    disabled: arrival !== null,
  })
  return (
    <>
      {isDragging && mayAdd && (
        <LazyBoundary>
          <FrameDrop name={project.name} title={shown.design.title} />
        </LazyBoundary>
      )}
      {arrival && (
        <LazyBoundary onFailed={() => addFiles(null)}>
          <AddFiles arrival={arrival} />
        </LazyBoundary>
      )}
    </>
  )
}
