import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { Difference } from '@pinmark/shared/entities/comparison'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import type { PinModel } from '../../../features/review/pin-model'
import { ImageCrop } from '../../../features/versions/image-crop'
import { Button } from '../../../ui/button'
import type { Changes } from './changes'
import type { ComparedPair } from './comparison'
import { differenceNames, measuresOf } from './measures'
import { Name, rich, spokenOnly } from '../../../ui/rich'
import { StepButtons } from '../../../ui/step-buttons'
import { isPointIn } from '../../../features/canvas/pins/near-area'

interface ChangesPanelProps {
  readonly pair: ComparedPair
  readonly changes: Changes
  /** The pins of the newer version. */
  readonly pins: readonly PinModel[]
  /** Called with Try again, whose button disappears. */
  readonly onRetry: () => void
  /** Begins a comment on a difference to the build; undefined for visitors who may not comment there. */
  readonly onComment: ((difference: Difference) => void) | undefined
}

/** The changes between the two versions, or the differences to the build, from top to bottom. */
export function ChangesPanel({ pair, changes, pins, onRetry, onComment }: ChangesPanelProps) {
  const { state, shown, left, changeAt, showChange, stepChange } = changes
  const title = pair.after.isBuild ? m.differences() : m.compare_changes()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [changeAt])
  const hasChanges = state === 'ready' && shown.length > 0
  return (
    <section aria-label={title} className="compare-panel">
      <div className="compare-panel-head">
        <h3 className="text-15 font-semibold">{title}</h3>
        {hasChanges && <span className="tabular me-auto text-13 text-ink-3">{shown.length + left}</span>}
        {hasChanges && (
          <StepButtons previous={m.change_previous()} next={m.change_next()} onStep={stepChange} />
        )}
      </div>
      <div role="status" className="compare-note empty:hidden">
        {statusWords(changes, pair)}
      </div>
      {state === 'loading' && (
        <progress aria-label={m.changes_looking_label()} className="compare-progress" />
      )}
      {state === 'failed' && (
        <Button size="sm" className="mx-4 w-fit" onClick={onRetry}>
          {m.action_try_again()}
        </Button>
      )}
      {hasChanges && (
        <ol ref={list} className="compare-list">
          {shown.map(({ number, kind, area, part, before, after, words, measured }) => {
            const scale = Math.min(0.7, cropPx.width / part.w, cropPx.height / part.h)
            return (
              <li key={number} className="compare-row" aria-current={number === changeAt || undefined}>
                <span aria-hidden className="compare-square tabular">
                  {number}
                </span>
                <button type="button" className="row-button text-start" onClick={() => showChange(number)}>
                  {rich(
                    (parts) => m.change_numbered({ number, kind: parts.kind }),
                    {
                      kind: (
                        <span className="block text-14 font-semibold">
                          {(measured ? differenceNames : changeWords)[kind]()}
                        </span>
                      ),
                    },
                    spokenOnly,
                  )}
                </button>
                {measured && <p className="tabular col-start-2 mt-1 empty:hidden">{measuresOf(measured)}</p>}
                {words && <p className="col-start-2 mt-1">{quoted(words)}</p>}
                <div className="compare-crops">
                  <Crop
                    caption={measured ? m.build_choice_design() : m.compare_before()}
                    version={pair.before}
                    part={before}
                    scale={scale}
                  />
                  <Crop
                    caption={measured ? m.build() : m.compare_after()}
                    version={pair.after}
                    part={after}
                    scale={scale}
                  />
                </div>
                {pins
                  .filter(({ point }) => kind !== 'removed' && isPointIn(point, area))
                  .map((pin) => (
                    <span key={pin.key} className="col-start-2 mt-1 text-ink-2">
                      {m.change_has_comment({ number: pin.number ?? '' })}
                    </span>
                  ))}
                {measured && onComment && (
                  <Button size="sm" className="col-start-2 mt-2 w-fit" onClick={() => onComment(measured)}>
                    {m.difference_comment_on()}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      <p className="compare-foot">
        {left > 0 ? m.changes_foot_more({ largest: shown.length, count: left }) : m.changes_foot()}
      </p>
    </section>
  )
}

/** The words on both sides, or on the only one that has them. */
function quoted({ before, after }: { before: string; after: string }) {
  const words = (text: string) => <Name>{text}</Name>
  return before === '' || after === ''
    ? rich(m.change_words, { words: words(before + after) })
    : rich(m.change_of_words, { before: words(before), after: words(after) })
}

const changeWords = {
  added: () => m.change_added(),
  removed: () => m.change_removed(),
  moved: () => m.change_moved(),
  changed: () => m.change_changed(),
}

function statusWords({ state, shown }: Changes, pair: ComparedPair): string {
  if (state === 'loading') return m.changes_looking()
  const { isBuild, number } = pair.after
  if (state === 'failed') return isBuild ? m.differences_failed() : m.changes_failed()
  if (state === 'different') return isBuild ? m.differences_all() : m.changes_different()
  if (isBuild) return shown.length > 0 ? '' : m.differences_none({ number })
  return shown.length > 0 ? '' : m.changes_none({ before: pair.before.number, after: pair.after.number })
}

/** Room for the changed part in a crop. */
const cropPx = { width: 112, height: 56 }

interface CropProps {
  readonly caption: string
  readonly version: ComparedPair['before']
  /** Null if this version lacks the part. */
  readonly part: ImageRegion | null
  readonly scale: number
}

function Crop({ caption, version, part, scale }: CropProps) {
  if (!part) return null
  return (
    <figure>
      <ImageCrop image={version.image} part={part} scale={scale} label="" />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
