import type { Design, Project } from '@pinmark/shared/entities/project'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { announce } from '../../lib/announce'
import type { VersionChoice } from './use-shown-version'

interface DesignView {
  readonly project: Project
  readonly choice: VersionChoice
  readonly viewport: Viewport
}

/** Shows the newest version of a design from its top. */
export function showDesign({ choice, viewport }: Omit<DesignView, 'project'>, design: Design): void {
  choice.go(design)
  viewport.fitTo('width')
  viewport.scrollerRef.current?.scrollTo({ top: 0, left: 0, behavior: 'instant' })
}

/** Shows the next or the previous design. The first follows the last. */
export function stepDesign(view: DesignView, step: 1 | -1): void {
  const { designs } = view.project
  const at = designs.findIndex(({ _id }) => _id === view.choice.shown.design._id)
  const next = designs.at((at + step) % designs.length)
  if (!next || designs.length === 1) return
  showDesign(view, next)
  announce(next.title)
}
