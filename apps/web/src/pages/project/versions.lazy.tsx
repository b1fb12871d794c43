import { imagePath } from '@pinmark/shared/image-path'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { type ComponentProps, useEffect, useRef } from 'react'
import type { DesignTile } from '../../features/designs/design-list'
import { DesignOverview } from '../../features/designs/design-overview'
import { DesignStrip } from '../../features/designs/design-strip'
import type { BegunComment } from '../../features/review/review'
import type { ThreadView } from '../../features/review/thread-view'
import { useReview, useReviewState } from '../../features/review/use-review'
import { newestOf, threadsOn } from '../../features/review/views'
import { CarriedNote } from '../../features/versions/carried-bar'
import { useCarriedReview } from '../../features/versions/use-carried-review'
import type { useNoteBar } from '../../features/versions/use-note-bar'
import { NewVersionBar, OldVersionBar } from '../../features/versions/version-bars'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import { useComparison } from './compare/use-comparison'
import { useInertPage } from './compare/use-inert-page'
import { RemoveBuildDialog } from './versions/remove-build-dialog'
import { useDesignActions } from './versions/use-design-actions'
import { useDraftsFollow } from './versions/use-drafts-follow'
import { useVersionNews } from './versions/use-version-news'

const Compare = lazyParts(() => import('./compare/compare'))((file) => file.Compare)

/** The additional parts of a project with several designs or versions, fetched as one file. */

export { VersionsHeading, VersionsSheet } from '../../features/versions/version-menu'

/** The note between the toolbar and the frame. */
export function VersionsNoteBar({ noteBar }: { noteBar: NonNullable<ReturnType<typeof useNoteBar>> }) {
  if (noteBar === 'new') return <NewVersionBar />
  return noteBar === 'carried' ? <CarriedNote /> : <OldVersionBar />
}

/** The designs below the frame. A window shows all of them. */
export function VersionsStrip() {
  const { project, shown, all: threads, open, close, showDesign } = useReview()
  const isOverview = useReviewState(({ opened }) => opened === 'overview')
  const actions = useDesignActions()
  const add = () => {
    close()
    actions.onAdd()
  }
  const parts = {
    designs: project.designs.map((design) => tileOf(design, project, threads, shown.design)),
    actions: project.can.manage ? { ...actions, onAdd: add } : null,
    onShow: (id: string) => {
      close()
      const design = project.designs.find(({ _id }) => _id === id)
      if (design) showDesign(design)
    },
  }
  return (
    <>
      <DesignStrip {...parts} onOverview={() => open('overview')} />
      {isOverview && <Overview {...parts} projectName={project.name} onClose={close} />}
    </>
  )
}

/** A design with the counts of the comments shown on its newest version. */
function tileOf(design: Design, { can }: Project, threads: readonly ThreadView[], shown: Design): DesignTile {
  const version = newestOf(design)
  const { image, number } = version
  const here = threadsOn(threads, { design, version, isOld: false, isOnly: false }, can)
  const stored = here.filter(({ comment }) => comment?.deletedAt === null)
  return {
    id: design._id,
    title: design.title,
    thumbnail: imagePath(image._id, 'thumbnail'),
    width: image.width,
    height: image.height,
    isShown: design._id === shown._id,
    open: stored.filter(({ state }) => state === 'open').length,
    total: stored.length,
    fresh: stored.filter(({ isNew }) => isNew).length,
    version: number,
  }
}

function Overview(props: Omit<ComponentProps<typeof DesignOverview>, 'root'>) {
  const root = useRef<HTMLDivElement>(null)
  useInertPage(root, '.navbar')
  return <DesignOverview root={root} {...props} />
}

/** Effects and windows beside the page: notes about versions, drafts that move to the newest version, and the
 *  Compare window. */
export function VersionsEffects() {
  const { shown, beginWith } = useReview()
  const comparison = useComparison(shown.design)
  const isAsking = useReviewState(({ opened }) => opened === 'build')
  const begun = useRef<BegunComment>(null)
  useVersionNews()
  useDraftsFollow()
  useCarriedReview()
  const isComparing = comparison.pair !== null
  useEffect(() => {
    // The page below takes no focus while the window is open.
    if (isComparing || begun.current === null) return
    beginWith(begun.current)
    begun.current = null
  }, [isComparing, beginWith])
  return (
    <>
      {isAsking && <RemoveBuildDialog />}
      {comparison.pair && (
        <LazyBoundary>
          <Compare
            design={shown.design}
            pair={comparison.pair}
            onPair={comparison.change}
            onClose={comparison.close}
            onComment={(comment) => {
              begun.current = comment
              comparison.close()
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
