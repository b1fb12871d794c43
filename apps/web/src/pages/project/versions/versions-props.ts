import type { Project } from '@pinmark/shared/entities/project'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import type { ThreadView } from '../../../features/review/thread-view'
import type { useNewsSinceVisit } from '../use-news-since-visit'
import type { Placing } from '../use-placing'
import type { Review } from '../use-review'
import type { VersionChoice } from '../use-shown-version'
import type { Arrival } from './add-files'

/** The props of the parts of the page that a project with several designs or versions has. */
export interface VersionsProps {
  readonly project: Project
  readonly choice: VersionChoice
  /** The threads of all designs and versions. */
  readonly threads: readonly ThreadView[]
  readonly viewport: Viewport
  /** The comments of the shown version. */
  readonly review: Review
  readonly placing: Placing
  readonly sinceVisit: ReturnType<typeof useNewsSinceVisit>
  readonly onAdd: (arrival: Arrival) => void
  readonly onCloseThread: () => void
}
