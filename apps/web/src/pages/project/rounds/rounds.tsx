import type { Design, Project } from '@pinmark/shared/entities/project'
import { Plus, Upload } from 'lucide-react'
import { announce } from '../../../features/comments/announce'
import { DesignStrip } from '../../../features/designs/design-strip'
import { OldVersionBar } from '../../../features/versions/old-version-bar'
import { VersionMenu } from '../../../features/versions/version-menu'
import { VersionsSheet } from '../../../features/versions/versions-sheet'
import type { MenuItem } from '../../../ui/menu-item'
import { newestOf } from '../threads-on'
import { usePageKeys } from '../use-page-keys'
import type { Arrival } from './add-files'
import { RoundsCarried } from './carried'
import { pickFiles } from './pick-files'
import type { RoundsProps } from './rounds-props'
import { useCarriedReview } from './use-carried-review'
import { useDesignActions } from './use-design-actions'
import { useDraftsFollow } from './use-drafts-follow'
import { useVersionNews } from './use-version-news'
import { designTilesOf, versionRowsOf } from './version-rows'

export { RoundsSpot } from './carried'

/** What a project of several designs or versions has beside others is fetched as one part of the page. */

export function RoundsHeading({ project, choice, threads, onAdd }: RoundsProps) {
  const { shown, waiting, go } = choice
  return (
    <VersionMenu
      title={shown.design.title}
      versions={versionRowsOf(project, shown, threads)}
      isWaiting={waiting !== null}
      items={project.can.manage ? addItems(project, onAdd) : []}
      onChoose={(number) => go(shown.design, number)}
    />
  )
}

function addItems({ designs }: Project, onAdd: RoundsProps['onAdd']): MenuItem[] {
  const add = (label: string, purpose: Arrival['purpose'], Icon: typeof Plus): MenuItem => ({
    label,
    icon: <Icon aria-hidden size={16} strokeWidth={1.75} />,
    onSelect: () => pickFiles((files) => onAdd({ files, purpose })),
  })
  return [
    add('Upload new version…', 'open', Upload),
    ...(designs.length === 1 ? [add('Add design', 'another', Plus)] : []),
  ]
}

export function RoundsNoteBar(props: RoundsProps) {
  const { project, choice, threads } = props
  const { shown, go } = choice
  if (!shown.isOld) return <RoundsCarried {...props} />
  const row = versionRowsOf(project, shown, threads).find(({ isShown }) => isShown)
  if (!row) return null
  return (
    <OldVersionBar
      version={row}
      count={newestOf(shown.design).number}
      onNewest={() => {
        go(shown.design)
        // The bar goes, and its button with it.
        document.querySelector<HTMLElement>('[data-version-button], .canvas-scroller')?.focus()
      }}
    />
  )
}

/** The designs below the frame. */
export function RoundsStrip(props: RoundsProps) {
  const { project, choice, threads } = props
  const actions = useDesignActions(props)
  return (
    <DesignStrip
      designs={designTilesOf(project, choice.shown, threads)}
      actions={project.can.manage ? actions : null}
      onShow={(id) => {
        const design = project.designs.find(({ _id }) => _id === id)
        if (design) showDesign(props, design)
      }}
    />
  )
}

/** Shows the newest version of a design from its top. */
function showDesign({ choice, viewport }: Pick<RoundsProps, 'choice' | 'viewport'>, design: Design) {
  choice.go(design)
  viewport.fitTo('width')
  viewport.scrollerRef.current?.scrollTo({ top: 0, left: 0, behavior: 'instant' })
}

interface RoundsSheetProps extends RoundsProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The versions on a phone. */
export function RoundsSheet({ project, choice, threads, onAdd, open, onClose }: RoundsSheetProps) {
  const { shown, go } = choice
  return (
    <VersionsSheet
      title={shown.design.title}
      versions={versionRowsOf(project, shown, threads)}
      open={open}
      onClose={onClose}
      onNewVersion={
        project.can.manage
          ? () =>
              pickFiles((files) => {
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

/** What happens beside the page: notes about versions, and drafts that go on to the newest one. */
export function RoundsEffects({ isOn, ...props }: RoundsProps & { isOn: boolean }) {
  const { project, choice } = props
  useVersionNews(project, choice)
  useDraftsFollow(project, choice)
  useCarriedReview(props.review, isOn)
  const { designs } = project
  const walk = (step: 1 | -1) => {
    const at = designs.findIndex(({ _id }) => _id === choice.shown.design._id)
    const next = designs.at((at + step) % designs.length)
    if (!next || designs.length === 1) return
    showDesign(props, next)
    announce(next.title)
  }
  usePageKeys({ '[': () => walk(-1), ']': () => walk(1) }, isOn)
  return null
}
