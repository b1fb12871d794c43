import type { ImagePoint } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { useIsCoarse } from '../../lib/browser-state'
import { DrawTools } from '../../features/canvas/drawing/draw-tools'
import { useReview } from '../../features/review/use-review'

interface ModeNoteProps {
  readonly mode: keyof typeof words
  /** The middle of the visible part of the design. */
  readonly centre: () => ImagePoint
}

/** Instructions while a pin is placed or moved, or a region is drawn. Shown at the bottom of the frame, with
 *  a Cancel button for devices without Esc. */
export function ModeNote({ mode, centre }: ModeNoteProps) {
  const { cancel, beginDraw } = useReview()
  const isCoarse = useIsCoarse()
  return (
    <div className="flex items-center gap-3">
      <p>{(isCoarse ? touchWords : words)[mode]()}</p>
      {(mode === 'drag' || mode === 'region') && (
        <DrawTools onChoose={(tool, isByKey) => beginDraw(tool, null, isByKey ? centre() : null)} />
      )}
      <button type="button" className="text-action" onClick={() => cancel('cancel')}>
        {m.action_cancel()}
      </button>
    </div>
  )
}

const words = {
  pin: () => m.mode_pin(),
  move: () => m.mode_move(),
  resize: () => m.mode_resize(),
  region: () => m.mode_region(),
  drag: () => m.mode_drag(),
}

const touchWords = {
  pin: () => m.mode_touch_pin(),
  move: () => m.mode_touch_move(),
  resize: () => m.mode_touch_resize(),
  region: () => m.mode_touch_region(),
  drag: () => m.mode_touch_region(),
}
