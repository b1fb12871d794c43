import { lazyPart } from '../../ui/lazy-part'
import { LatePart } from '../../ui/part-boundary'
import type { Placing } from './use-placing'

const ModeWords = lazyPart(async () => (await import('./mode-words')).ModeWords)

interface ModeNoteProps {
  readonly placing: Placing
  readonly canPlace: boolean
}

/** What to do next while a pin is placed or moved, or a region is marked: at the foot of the frame, with a way out that
 *  needs no Esc key. Readers say only what changes in it, so it is there before its words. */
export function ModeNote({ placing, canPlace }: ModeNoteProps) {
  const { tool, aim, endAim, choosePinTool } = placing
  const mode = aim?.purpose ?? (tool === 'region' && canPlace ? 'drag' : null)
  return (
    <div role="status" className="mode-note" data-shown={mode !== null || undefined}>
      {mode && (
        <LatePart>
          <ModeWords
            mode={mode}
            onCancel={() => {
              endAim()
              choosePinTool()
            }}
          />
        </LatePart>
      )}
    </div>
  )
}
