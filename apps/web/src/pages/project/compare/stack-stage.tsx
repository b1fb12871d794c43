import type { Version } from '@pinmark/shared/entities/project'
import { useId, useState } from 'react'
import { useIsPhone } from '../../../lib/browser-state'
import type { PinModel } from '../../../features/review/pin-model'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import type { Changes } from './changes'
import { CompareSheet } from './compare-sheet'
import { nameOf, nameWithDate, type ComparedPair, type CompareMode } from './comparison'
import { Divider, DividerHint } from './divider'
import { type NaturalSize, regionToPercent } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { formatPercent } from '../../../lib/format'

interface StackStageProps extends StageProps {
  readonly mode: Exclude<CompareMode, 'side'>
  readonly changes: Changes
}

/** Both versions on one sheet: with a divider, as an overlay, or the newer one with its changes. */
export function StackStage(props: StackStageProps) {
  const { mode, pair, viewport, pictures, changes } = props
  const { before, after } = pair
  const [share, setShare] = useState(50)
  const [opacity, setOpacity] = useState(50)
  const isPhone = useIsPhone()
  const name = isPhone ? nameOf : nameWithDate
  return (
    <div className="compare-stage" data-mode={mode}>
      <CompareSheet
        viewport={viewport}
        label={after.isBuild ? m.build_sheet_both() : m.compare_sheet_both()}
        pins={props.pins.after}
        selectedKey={props.selectedKey}
        onOpenPin={(key) => props.onOpenPin(key, after)}
        onPress={mode === 'slider' ? ({ x }) => setShare((x / viewport.natural.width) * 100) : undefined}
      >
        <div className="compare-pictures">
          {mode !== 'changes' && <Picture {...pictures.before} />}
          {mode === 'slider' ? (
            // Two opposite translations, so that nothing is repainted while the divider moves.
            <div className="compare-cut" style={{ translate: `${share}% 0` }}>
              <div className="compare-uncut" style={{ translate: `${-share}% 0` }}>
                <Picture {...pictures.after} />
              </div>
            </div>
          ) : (
            <div className="compare-over" style={mode === 'overlay' ? { opacity: opacity / 100 } : undefined}>
              <Picture {...pictures.after} />
            </div>
          )}
        </div>
        {mode === 'slider' && (
          <Divider
            share={share}
            label={
              after.isBuild
                ? m.build_divider({ number: before.number })
                : m.divider_label({ before: before.number, after: after.number })
            }
            before={before.number}
            onShare={setShare}
          />
        )}
        {mode === 'changes' && changes.state === 'ready' && changes.shown.length > 0 && (
          <ChangeFrames changes={changes} natural={viewport.natural} />
        )}
      </CompareSheet>
      <div className="compare-labels">
        {mode === 'slider' && <p className="compare-label tabular">{name(before)}</p>}
        {mode === 'slider' && <p className="compare-label tabular ms-auto">{name(after)}</p>}
        {mode === 'overlay' && (
          <p className="compare-label tabular">
            {after.isBuild
              ? m.build_over({ number: before.number })
              : m.compare_over({ after: after.number, before: before.number })}
          </p>
        )}
        {mode === 'changes' && (
          <p className="compare-label tabular">
            {after.isBuild
              ? m.build_differs({ number: before.number })
              : m.compare_differs({ after: after.number, before: before.number })}
          </p>
        )}
      </div>
      {mode === 'slider' && <DividerHint />}
      {mode === 'overlay' && (
        <label className="compare-opacity tabular">
          <span>{nameOf(after)}</span>
          <input
            type="range"
            data-autofocus
            min={0}
            max={100}
            step={5}
            value={opacity}
            aria-valuetext={formatPercent(opacity / 100)}
            onChange={({ target }) => setOpacity(Number(target.value))}
          />
          <output>{formatPercent(opacity / 100)}</output>
        </label>
      )}
    </div>
  )
}

/** @param height share of the sheet's height, in percent */
export function Picture({ src, alt, height }: StageProps['pictures']['before']) {
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      decoding="sync"
      className="compare-picture"
      style={{ height: `${height}%` }}
    />
  )
}

export interface StagePicture {
  readonly src: string
  readonly alt: string
  /** Share of the sheet's height, in percent. */
  readonly height: number
}

export interface StageProps {
  readonly pair: ComparedPair
  /** Viewport of the sheet with both versions; side by side, that of the older version. */
  readonly viewport: Viewport
  readonly pictures: { readonly before: StagePicture; readonly after: StagePicture }
  /** Empty while they are hidden. */
  readonly pins: { readonly before: readonly PinModel[]; readonly after: readonly PinModel[] }
  /** The comment that is open. Its pins on both versions are emphasised. */
  readonly selectedKey: string | null
  /** @param version whose pin was pressed */
  readonly onOpenPin: (key: string, version: Version) => void
}

interface ChangeFramesProps {
  readonly changes: Changes
  readonly natural: NaturalSize
}

/** Numbered frames around the changes, with everything else greyed out. */
function ChangeFrames({ changes, natural }: ChangeFramesProps) {
  const { shown, changeAt, showChange } = changes
  const maskId = useId()
  const { width, height } = natural
  return (
    <>
      <svg aria-hidden className="compare-dim" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <mask id={maskId} maskUnits="userSpaceOnUse" x={0} y={0} width={width} height={height}>
          <rect width={width} height={height} fill="white" />
          {shown.map(({ number, area: { x, y, w, h } }) => (
            <rect key={number} x={x} y={y} width={w} height={h} fill="black" />
          ))}
        </mask>
        <rect width={width} height={height} mask={`url(#${maskId})`} />
      </svg>
      {shown.map(({ number, kind, area, part }) => (
        <button
          key={number}
          type="button"
          className="compare-frame"
          data-change={number}
          data-kind={kind}
          data-selected={number === changeAt || undefined}
          aria-label={changeLabels[kind]({ number, size: sizeWords(part) })}
          aria-pressed={number === changeAt}
          style={regionToPercent(area, natural)}
          onClick={() => showChange(number)}
        >
          <b aria-hidden className="compare-square tabular">
            {number}
          </b>
        </button>
      ))}
    </>
  )
}

const changeLabels = {
  added: (inputs: ChangeInputs) => m.change_label_added(inputs),
  removed: (inputs: ChangeInputs) => m.change_label_removed(inputs),
  moved: (inputs: ChangeInputs) => m.change_label_moved(inputs),
  changed: (inputs: ChangeInputs) => m.change_label_changed(inputs),
}

interface ChangeInputs {
  readonly number: number
  readonly size: string
}

/** `250 × 40 px` */
function sizeWords({ w, h }: { w: number; h: number }): string {
  return m.size_px({ width: Math.round(w), height: Math.round(h) })
}
