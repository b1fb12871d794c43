import { scaleStrokes } from '@pinmark/shared/coordinates'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { useMemo } from 'react'
import { pinOfThread, type PinModel } from '../../../features/review/pin-model'
import type { ThreadView } from '../../../features/review/thread-view'
import { newestOf, threadsOn } from '../../../features/review/views'
import type { ComparedPair, ComparedSide } from './comparison'

export interface Pinned {
  readonly version: Version
  readonly thread: ThreadView
  readonly pin: PinModel | null
}

/** The comments on both versions, each with its pin on the sheet. */
export function usePinned(
  design: Design,
  { before, after }: ComparedPair,
  threads: readonly ThreadView[],
  can: Project['can'],
) {
  return useMemo(
    () => ({
      before: pinnedOn(before, { design, threads, can, width: after.image.width }),
      after: pinnedOn(after, { design, threads, can, width: after.image.width }),
    }),
    [design, before, after, threads, can],
  )
}

interface PinnedOptions {
  readonly design: Design
  readonly threads: readonly ThreadView[]
  readonly can: Project['can']
  /** Size of the sheet. */
  readonly width: number
}

function pinnedOn(version: ComparedSide, { design, threads, can, width }: PinnedOptions): readonly Pinned[] {
  // Comments are on versions.
  if (version.isBuild) return []
  const isOld = version !== newestOf(design)
  const scale = width / version.image.width
  return threadsOn(threads, { design, version, isOld, isOnly: false }, can).flatMap((thread) => {
    if (!thread.comment) return []
    const { point, region, strokes } = thread
    const onSheet = {
      ...thread,
      point: point && { x: point.x * scale, y: point.y * scale },
      region: region && { w: region.w * scale, h: region.h * scale },
      strokes: strokes && scaleStrokes(strokes, scale),
    }
    return [{ version, thread: onSheet, pin: pinOfThread(onSheet, version) }]
  })
}

export function pinsIn(pinned: readonly Pinned[]): readonly PinModel[] {
  return pinned.flatMap(({ pin }) => (pin ? [pin] : []))
}
