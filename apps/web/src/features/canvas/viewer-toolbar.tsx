import { m } from '@pinmark/words/messages'
import { Eye, EyeOff, MapPinPlus, SquareDashedMousePointer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button'
import type { Viewport } from './zoom/use-viewport'
import { ZoomMenu } from './zoom/zoom-menu'

export interface ViewerToolbarProps {
  readonly viewport: Viewport
  /** The shown design and version; null if the page's heading names them already. */
  readonly heading: ReactNode
  readonly areCommentsShown: boolean
  readonly onToggleComments: () => void
  readonly canPlace: boolean
  /** Shown instead of the tools if no comment can be placed. */
  readonly closedNote: string
  readonly onAddComment: () => void
  readonly isRegionTool: boolean
  readonly onToggleRegionTool: () => void
}

/** The toolbar above the frame, from 768 px on. On phones its actions are in the head and its menu. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { viewport, heading, areCommentsShown, canPlace, isRegionTool } = props
  return (
    <div role="group" aria-label={m.viewer_label()} className="viewer-bar">
      <div className="flex min-w-min flex-1 items-center gap-3 text-13">{heading}</div>
      <ZoomMenu viewport={viewport} />
      <span aria-hidden className="mx-2 h-5 w-px bg-line" />
      <CommentsToggle areShown={areCommentsShown} onToggle={props.onToggleComments} />
      {canPlace ? (
        <>
          <Button
            size="sm"
            data-tooltip={m.tooltip_with_key({ label: m.comment_add(), key: 'C' })}
            className="max-xl:w-8 max-xl:px-0"
            onClick={props.onAddComment}
          >
            <MapPinPlus />
            <span className="max-xl:sr-only">{m.comment_add()}</span>
          </Button>
          <IconButton
            label={m.region_mark()}
            tooltip={m.region_mark_tooltip()}
            size="sm"
            aria-pressed={isRegionTool}
            onClick={props.onToggleRegionTool}
          >
            <SquareDashedMousePointer size={18} />
          </IconButton>
        </>
      ) : (
        <span className="px-2 text-13 text-ink-3">{props.closedNote}</span>
      )}
    </div>
  )
}

/** The label says what a press does; there is no pressed state on top (specification). */
export function CommentsToggle({ areShown, onToggle }: { areShown: boolean; onToggle: () => void }) {
  const Icon = areShown ? EyeOff : Eye
  const label = areShown ? m.comments_hide() : m.comments_show()
  return (
    <Button
      variant="quiet"
      size="sm"
      className="comments-toggle"
      data-tooltip={m.tooltip_with_key({ label, key: 'Shift C' })}
      onClick={onToggle}
    >
      <Icon />
      <span className="max-md:sr-only">{label}</span>
    </Button>
  )
}
