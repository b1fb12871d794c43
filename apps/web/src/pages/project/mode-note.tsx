import { useIsCoarse } from '../../lib/browser-state'
import { useReview } from '../../features/review/use-review'

interface ModeNoteProps {
  readonly mode: keyof typeof words
}

/** Instructions while a pin is placed or moved, or a region is drawn. Shown at the bottom of the frame, with
 *  a Cancel button for devices without Esc. */
export function ModeNote({ mode }: ModeNoteProps) {
  const { cancel } = useReview()
  const isCoarse = useIsCoarse()
  return (
    <>
      <p>{(isCoarse ? touchWords : words)[mode]}</p>
      <button type="button" className="text-action" onClick={() => cancel('cancel')}>
        Cancel
      </button>
    </>
  )
}

const words = {
  pin: 'Click the spot, or move the cross with the arrow keys and press Enter.',
  move: 'Click the new spot, or move the cross with the arrow keys and press Enter.',
  resize: 'Click the new lower right corner, or move the cross with the arrow keys and press Enter.',
  region: 'Click two corners, or move the cross with the arrow keys and press Enter at each.',
  drag: 'Drag over the area, or click two of its corners.',
} as const

const touchWords = {
  pin: 'Tap the spot you want to comment on.',
  move: 'Tap the new spot of the pin.',
  resize: 'Tap the new lower right corner of the region.',
  region: 'Tap two corners of the area.',
  drag: 'Tap two corners of the area.',
} as const
