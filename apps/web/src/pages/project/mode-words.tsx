import { useIsCoarse } from '../../lib/use-media'

interface ModeWordsProps {
  readonly mode: keyof typeof words
  readonly onCancel: () => void
}

export function ModeWords({ mode, onCancel }: ModeWordsProps) {
  const isCoarse = useIsCoarse()
  return (
    <>
      <p>{(isCoarse ? touchWords : words)[mode]}</p>
      <button type="button" className="text-action" onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}

const words = {
  pin: 'Click the spot, or move the cross with the arrow keys and press Enter.',
  move: 'Click the new spot, or move the cross with the arrow keys and press Enter.',
  region: 'Click two corners, or move the cross with the arrow keys and press Enter at each.',
  drag: 'Drag over the area, or click two of its corners.',
} as const

const touchWords = {
  pin: 'Tap the spot you want to comment on.',
  move: 'Tap the new spot of the pin.',
  region: 'Tap two corners of the area.',
  drag: 'Tap two corners of the area.',
} as const
