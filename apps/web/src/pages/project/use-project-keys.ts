import type { Project } from '@pinmark/shared/entities/project'
import { idle } from '../../features/review/act'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { announce } from '../../lib/announce'
import { useResolve } from '../../features/review/data/use-resolve'
import { useToast } from '../../ui/toast'
import { stepDesign } from './show-design'
import { usePageKeys } from './use-page-keys'
import type { Placing } from './use-placing'
import type { Review } from './use-review'
import type { VersionChoice } from './use-shown-version'

interface ProjectKeysOptions {
  readonly project: Project
  readonly choice: VersionChoice
  readonly viewport: Viewport
  readonly review: Review
  readonly placing: Placing
  readonly isExpanded: boolean
  readonly onToggleExpanded: () => void
  /** Moves the pin of the selected comment; undefined if it cannot be moved. */
  readonly onMove: (() => void) | undefined
  /** Called with the comment that gets the focus. */
  readonly onFocus: (key: string | null) => void
  readonly isOn: boolean
}

/** The single keys of the project page that every project has. */
export function useProjectKeys(options: ProjectKeysOptions): void {
  const { project, viewport, review, placing, isExpanded, onToggleExpanded, onMove, onFocus, isOn } = options
  const { selected, selectedKey, select, walk } = review
  const { toggle } = useResolve(project)
  const toast = useToast()

  const comment = selected?.comment
  const resolve = comment?.can.resolve
    ? () =>
        toggle(comment, {
          onResolved: review.showNextOpen,
          onError: (error) => toast.showFailure(error),
        })
    : undefined

  const zoom = (change: () => void) => {
    change()
    announce(`Zoom ${Math.round(viewport.currentScale() * 100)}%`)
  }

  const [previousDesign, nextDesign] = [() => stepDesign(options, -1), () => stepDesign(options, 1)]

  usePageKeys(
    {
      '[': previousDesign,
      ']': nextDesign,
      // Some keyboards have no brackets, or only beside AltGr.
      'Shift+P': previousDesign,
      'Shift+N': nextDesign,
      c: project.can.comment ? placing.aim : undefined,
      n: () => onFocus(walk(1)),
      p: () => onFocus(walk(-1)),
      r: resolve,
      m: onMove,
      'Shift+C': () => {
        review.toggleComments()
        announce(review.areCommentsShown ? 'Comments hidden' : 'Comments shown')
      },
      f: onToggleExpanded,
      '+': () => zoom(() => viewport.step('in')),
      '=': () => zoom(() => viewport.step('in')),
      '-': () => zoom(() => viewport.step('out')),
      '0': () => zoom(() => viewport.fitTo('width')),
      // Esc closes one layer at a time. Labels and popups with the focus handle the key before it gets here.
      Escape: () => {
        if (placing.act !== idle) placing.leave('escape')
        else if (selectedKey !== null) select(null)
        else if (isExpanded) onToggleExpanded()
      },
    },
    isOn,
  )
}
