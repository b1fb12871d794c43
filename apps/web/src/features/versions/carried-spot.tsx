import type { ImagePoint, NaturalSize } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/signs'
import { ImageCrop } from './image-crop'
import './carried-spot.css'

/** A place on one version of the design. */
export interface SpotOnVersion {
  readonly src: string
  readonly natural: NaturalSize
  /** The point, or the middle of the region. */
  readonly centre: ImagePoint
  /** Scale of the crop, in screen pixels per image pixel. */
  readonly scale: number
}

export interface CarriedSpotProps {
  /** Number of the version that the comment was made on. */
  readonly from: number
  readonly then: SpotOnVersion
  /** Null if it is no longer on the design. */
  readonly now: SpotOnVersion | null
  /** `answered` after a person has placed it, or the server with certainty. */
  readonly state: 'check' | 'gone' | 'answered'
  /** Undefined for visitors who may not place comments. */
  readonly answers: SpotAnswers | undefined
}

export interface SpotAnswers {
  readonly isPending: boolean
  /** The step is part of a review, so the expected answer gets the focus. */
  readonly takesFocus: boolean
  readonly onRightHere: () => void
  readonly onMove: () => void
  readonly onKeep: () => void
}

/** The spot of a comment before and after a new version, with the question whether it is the same. */
export function CarriedSpot(props: CarriedSpotProps) {
  const { state, answers } = props
  if (state === 'answered') {
    return (
      <details className="carried-spot">
        <summary className="text-13 text-ink-2">
          {m.spot_where_it_was()}
          <ChevronDown />
        </summary>
        <Pair {...props} />
      </details>
    )
  }
  return (
    <div role="group" aria-label={m.spot_where_it_was()} className="carried-spot">
      <Pair {...props} />
      {state === 'check' && <p className="me-auto text-13 text-ink-2">{m.spot_looks_different()}</p>}
      {answers && <Answers isGone={state === 'gone'} {...answers} />}
    </div>
  )
}

function Pair({ from, then, now }: CarriedSpotProps) {
  return (
    <div className="carried-pair">
      <figure>
        <ImageCrop {...then} hasRing label={m.spot_in_version({ number: from })} />
        <figcaption>{m.spot_then({ number: from })}</figcaption>
      </figure>
      <figure>
        {now ? (
          <ImageCrop {...now} hasRing label={m.spot_in_this_version()} />
        ) : (
          <span className="carried-none">
            <CropMarks />
            {m.spot_part_gone()}
          </span>
        )}
        <figcaption>{m.spot_now()}</figcaption>
      </figure>
    </div>
  )
}

function Answers({
  isGone,
  isPending,
  takesFocus,
  onRightHere,
  onMove,
  onKeep,
}: SpotAnswers & { isGone: boolean }) {
  const expected = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) expected.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return isGone ? (
    <div className="carried-answers">
      <Button variant="quiet" size="sm" className="me-auto -ms-2.5" pending={isPending} onClick={onKeep}>
        {m.spot_keep()}
      </Button>
      <Button variant="primary" size="sm" ref={expected} disabled={isPending} onClick={onMove}>
        {m.action_move()}
      </Button>
    </div>
  ) : (
    <div className="carried-answers">
      <Button size="sm" disabled={isPending} onClick={onMove}>
        {m.action_move()}
      </Button>
      <Button variant="primary" size="sm" ref={expected} pending={isPending} onClick={onRightHere}>
        {m.spot_right_here()}
      </Button>
    </div>
  )
}
