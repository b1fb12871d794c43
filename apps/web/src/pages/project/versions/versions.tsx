import type { Project } from '@pinmark/shared/entities/project'
import { Columns2, Plus, Upload } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { DesignOverview } from '../../../features/designs/design-overview'
import { DesignStrip } from '../../../features/designs/design-strip'
import { NewVersionBar } from '../../../features/versions/new-version-bar'
import { OldVersionBar } from '../../../features/versions/old-version-bar'
import { VersionMenu } from '../../../features/versions/version-menu'
import { VersionsSheet } from '../../../features/versions/versions-sheet'
import { Button } from '../../../ui/button'
import { prefetchedComponent } from '../../../ui/lazy-component'
import type { MenuItem } from '../../../ui/menu-item'
import { LazyBoundary } from '../../../ui/lazy-boundary'
import { useComparison } from '../compare/use-comparison'
import { useInertPage } from '../compare/use-inert-page'
import { showDesign } from '../show-design'
import { newestOf } from '../../../features/review/threads-on'
import type { useNoteBar } from '../use-note-bar'
import { usePageKeys } from '../use-page-keys'
import type { Arrival } from './add-files'
import { VersionsCarried } from './carried'
import { designFileTypes, pickFiles } from '../../../ui/design-files'
import type { VersionsProps } from './versions-props'
import { useCarriedReview } from './use-carried-review'
import { useDesignActions } from './use-design-actions'
import { useDraftsFollow } from './use-drafts-follow'
import { useVersionActions } from './use-version-actions'
import { useVersionNews } from './use-version-news'
import { designTilesOf, versionRowsOf } from './version-rows'

const Compare = prefetchedComponent(async () => (await import('../compare/compare')).Compare)

/** The additional parts of a project with several designs or versions, fetched as one file. */

export function VersionsHeading(props: VersionsProps) {
  const { project, choice, threads, onAdd } = props
  const [isNear, setNear] = useState(false)
  const versionItems = useVersionActions(props, isNear)
  const { shown, waiting, go } = choice
  const { open } = useComparison(shown.design)
  const hasVersions = shown.design.versions.length > 1
  const compareItem = {
    label: 'Compare versions',
    icon: <Columns2 aria-hidden size={16} strokeWidth={1.75} />,
    shortcut: 'V',
    onSelect: open,
  }
  return (
    <>
      <VersionMenu
        onNear={() => setNear(true)}
        title={shown.design.title}
        versions={versionRowsOf(project, shown, threads)}
        isWaiting={waiting !== null}
        items={[
          ...(hasVersions ? [compareItem] : []),
          ...(project.can.manage ? addItems(project, onAdd) : []),
          ...versionItems,
        ]}
        onChoose={(number) => go(shown.design, number)}
      />
      {hasVersions && (
        <Button
          variant="quiet"
          size="sm"
          className="compare-button"
          data-tooltip="Compare versions (V)"
          onClick={open}
        >
          <Columns2 aria-hidden size={18} strokeWidth={1.75} />
          <span>Compare</span>
        </Button>
      )}
    </>
  )
}

function addItems({ designs }: Project, onAdd: VersionsProps['onAdd']): MenuItem[] {
  const add = (label: string, purpose: Arrival['purpose'], Icon: typeof Plus): MenuItem => ({
    label,
    icon: <Icon aria-hidden size={16} strokeWidth={1.75} />,
    onSelect: () => pickFiles(designFileTypes, (files) => onAdd({ files, purpose })),
  })
  return [
    add('Upload new version…', 'open', Upload),
    ...(designs.length === 1 ? [add('Add design', 'another', Plus)] : []),
  ]
}

interface VersionsNoteBarProps extends VersionsProps {
  readonly noteBar: NonNullable<ReturnType<typeof useNoteBar>>
}

export function VersionsNoteBar({ noteBar, ...props }: VersionsNoteBarProps) {
  const { project, choice, threads } = props
  const { shown, go } = choice
  if (noteBar === 'New version') return <VersionsNews {...props} />
  if (noteBar === 'Carried comments') return <VersionsCarried {...props} />
  const row = versionRowsOf(project, shown, threads).find(({ isShown }) => isShown)
  if (!row) return null
  return (
    <OldVersionBar
      version={row}
      count={newestOf(shown.design).number}
      onNewest={() => {
        go(shown.design)
        // The bar disappears with the focused button.
        document.querySelector<HTMLElement>('[data-version-button], .canvas-scroller')?.focus()
      }}
    />
  )
}

function VersionsNews({ choice, viewport, sinceVisit: { news, hide } }: VersionsProps) {
  if (!news) return null
  const { design, version, before, isShown } = news
  return (
    <NewVersionBar
      number={version.number}
      title={isShown ? null : design.title}
      note={version.note}
      onCompare={() => {
        if (isShown) hide()
        choice.compare(design, before)
      }}
      onHide={() => {
        hide()
        // The bar disappears with the focused button.
        viewport.scrollerRef.current?.focus({ preventScroll: true })
      }}
    />
  )
}

interface VersionsStripProps extends VersionsProps {
  /** Whether the overview window shows all designs. */
  readonly isOverview: boolean
  readonly onOverview: (isOverview: boolean) => void
}

/** The designs below the frame. */
export function VersionsStrip({ isOverview, onOverview, ...props }: VersionsStripProps) {
  const { project, choice, threads } = props
  const actions = useDesignActions(props)
  usePageKeys({ g: () => onOverview(true) }, !isOverview)
  const add = () => {
    onOverview(false)
    actions.onAdd()
  }
  const parts = {
    designs: designTilesOf(project, choice.shown, threads),
    actions: project.can.manage ? { ...actions, onAdd: add } : null,
    onShow: (id: string) => {
      onOverview(false)
      const design = project.designs.find(({ _id }) => _id === id)
      if (design) showDesign(props, design)
    },
  }
  return (
    <>
      <DesignStrip {...parts} onOverview={() => onOverview(true)} />
      {isOverview && <Overview {...parts} projectName={project.name} onClose={() => onOverview(false)} />}
    </>
  )
}

function Overview(props: Omit<ComponentProps<typeof DesignOverview>, 'root'>) {
  const root = useRef<HTMLDivElement>(null)
  useInertPage(root)
  return <DesignOverview root={root} {...props} />
}

interface PhoneVersionsProps extends VersionsProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The versions of the design, on a phone. */
export function PhoneVersions(props: PhoneVersionsProps) {
  const { project, choice, threads, onAdd, open, onClose } = props
  const versionItems = useVersionActions(props, open)
  const { shown, go } = choice
  const comparison = useComparison(shown.design)
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
              comparison.open()
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
        go(shown.design, number)
      }}
    />
  )
}

/** Effects and windows beside the page: notes about versions, drafts that move to the newest version, and the
 *  Compare window. */
export function VersionsEffects({ isOn, ...props }: VersionsProps & { isOn: boolean }) {
  const { project, choice, threads, review } = props
  const comparison = useComparison(choice.shown.design)
  useVersionNews(project, choice)
  useDraftsFollow(project, choice)
  useCarriedReview(review, choice.shown.version._id, isOn)
  usePageKeys({ v: comparison.open }, isOn)
  if (!comparison.pair) return null
  return (
    <LazyBoundary>
      <Compare
        project={project}
        design={choice.shown.design}
        pair={comparison.pair}
        threads={threads}
        unread={review.unread}
        onPair={comparison.change}
        onClose={comparison.close}
      />
    </LazyBoundary>
  )
}
