import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { AppWindow, Columns2, Plus, Upload } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { DesignOverview } from '../../features/designs/design-overview'
import { DesignStrip } from '../../features/designs/design-strip'
import { NewVersionBar, OldVersionBar } from '../../features/versions/version-bars'
import { VersionMenu, VersionsSheet } from '../../features/versions/version-menu'
import { Button } from '../../ui/button'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import { offered, type MenuItem, type MenuItems } from '../../ui/menu-item'
import { useComparison } from './compare/use-comparison'
import { useInertPage } from './compare/use-inert-page'
import { newestOf } from '../../features/review/views'
import type { useNoteBar } from './versions/use-note-bar'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import type { Arrival, BegunComment } from '../../features/review/review'
import { type Review, useReview, useReviewState } from '../../features/review/use-review'
import { useCarriedReview, VersionsCarried } from './versions/carried'
import { designFileTypes, pickFiles } from '../../ui/design-files'
import { RemoveBuildDialog } from './versions/remove-build-dialog'
import { useDesignActions } from './versions/use-design-actions'
import { useDraftsFollow } from './versions/use-drafts-follow'
import { useVersionActions } from './versions/use-version-actions'
import { useVersionNews } from './versions/use-version-news'
import { designTilesOf, versionRowsOf } from './versions/version-rows'

const Compare = lazyParts(() => import('./compare/compare'))((file) => file.Compare)

/** The additional parts of a project with several designs or versions, fetched as one file. */

export function VersionsHeading() {
  const { project, shown, versions, all: threads, addFiles } = useReview()
  const [isNear, setNear] = useState(false)
  const versionItems = useVersionActions(isNear)
  const { waiting, go, openCompare, compareBuild } = versions
  const hasVersions = shown.design.versions.length > 1
  return (
    <>
      <VersionMenu
        onNear={() => setNear(true)}
        title={shown.design.title}
        isOnly={project.designs.length === 1}
        versions={versionRowsOf(project, shown, threads)}
        isWaiting={waiting !== null}
        items={offered([
          hasVersions && {
            label: m.compare_versions(),
            icon: <Columns2 />,
            shortcut: 'V',
            onSelect: openCompare,
          },
          ...addItems(project, addFiles),
          ...versionItems,
        ])}
        onChoose={(number) => go(shown.design, number)}
      />
      {shown.version.build && (
        <Button
          variant="quiet"
          size="sm"
          className="compare-button"
          data-tooltip={m.build_compare()}
          onClick={compareBuild}
        >
          <AppWindow size={18} />
          <span>{m.build()}</span>
        </Button>
      )}
    </>
  )
}

function addItems({ can }: Project, onAdd: Review['addFiles']): MenuItems {
  const add = (label: string, purpose: Arrival['purpose'], Icon: typeof Plus): MenuItem => ({
    label,
    icon: <Icon />,
    onSelect: () => pickFiles(designFileTypes, (files) => onAdd({ files, purpose })),
  })
  return [
    can.manage && add(m.version_upload(), 'open', Upload),
    can.manage && add(m.design_add(), 'another', Plus),
  ]
}

interface VersionsNoteBarProps {
  readonly viewport: Viewport
  readonly noteBar: NonNullable<ReturnType<typeof useNoteBar>>
}

export function VersionsNoteBar({ noteBar, viewport }: VersionsNoteBarProps) {
  const { project, shown, versions, all: threads } = useReview()
  if (noteBar === 'new') return <VersionsNews viewport={viewport} />
  if (noteBar === 'carried') return <VersionsCarried viewport={viewport} />
  const row = versionRowsOf(project, shown, threads).find(({ isShown }) => isShown)
  if (!row) return null
  return (
    <OldVersionBar
      version={row}
      count={newestOf(shown.design).number}
      onNewest={() => {
        versions.go(shown.design)
        // The bar disappears with the focused button.
        document.querySelector<HTMLElement>('[data-version-button], .canvas-scroller')?.focus()
      }}
    />
  )
}

function VersionsNews({ viewport }: { viewport: Viewport }) {
  const { versions, sinceVisit } = useReview()
  const { news, hide } = sinceVisit
  if (!news) return null
  const { design, version, before, isShown } = news
  return (
    <NewVersionBar
      number={version.number}
      title={isShown ? null : design.title}
      note={version.note}
      onCompare={() => {
        if (isShown) hide()
        versions.compare(design, before)
      }}
      onHide={() => {
        hide()
        // The bar disappears with the focused button.
        viewport.scrollerRef.current?.focus({ preventScroll: true })
      }}
    />
  )
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
    designs: designTilesOf(project, shown, threads),
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

function Overview(props: Omit<ComponentProps<typeof DesignOverview>, 'root'>) {
  const root = useRef<HTMLDivElement>(null)
  useInertPage(root, '.navbar')
  return <DesignOverview root={root} {...props} />
}

export function PhoneVersions() {
  const { project, shown, versions, all: threads, addFiles: onAdd, close: onClose } = useReview()
  const open = useReviewState(({ opened }) => opened === 'versions')
  const versionItems = useVersionActions(open)
  return (
    <VersionsSheet
      title={shown.design.title}
      versions={versionRowsOf(project, shown, threads)}
      open={open}
      onClose={onClose}
      items={versionItems}
      onCompare={
        shown.design.versions.length > 1
          ? () => {
              onClose()
              versions.openCompare()
            }
          : undefined
      }
      onNewVersion={
        project.can.manage
          ? () =>
              pickFiles(designFileTypes, (files) => {
                onClose()
                onAdd({ files, purpose: 'open' })
              })
          : undefined
      }
      onChoose={(number) => {
        onClose()
        versions.go(shown.design, number)
      }}
    />
  )
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
