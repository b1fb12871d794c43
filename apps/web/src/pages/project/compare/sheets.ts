import { imagePath } from '@pinmark/shared/image-path'
import type { Design, Version, Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useMemo } from 'react'
import { useViewport } from '../../../features/canvas/zoom/use-viewport'
import { sideMarginPx } from '../../../features/canvas/zoom/zoom'
import { sheetOf, type ComparedPair, type ComparedSide } from './comparison'
import { scaleStrokes } from '@pinmark/shared/coordinates'
import { pinOfThread, type PinModel } from '../../../features/review/pin-model'
import type { ThreadView } from '../../../features/review/thread-view'
import { newestOf, threadsOn } from '../../../features/review/views'

/** The pictures, and the sheets they are on. */
export function useSheets(
  design: Design,
  { before, after }: ComparedPair,
  { isPhone }: { isPhone: boolean },
) {
  const sheet = useMemo(() => sheetOf({ before, after }), [before, after])
  const margin = isPhone ? sideMarginPx.phone : sideMarginPx.wide
  const viewport = useViewport(sheet, margin)
  const other = useViewport(sheet, margin)
  const pictureOf = (version: ComparedSide, height: number) => ({
    src: srcOf(version),
    alt: version.isBuild
      ? m.build_new_of({ name: design.title, number: version.number })
      : m.design_alt({ name: design.title, number: version.number }),
    height: (height / sheet.height) * 100,
  })
  const pictures = {
    before: pictureOf(before, sheet.beforeHeight),
    after: pictureOf(after, sheet.afterHeight),
  }
  return { viewport, other, pictures }
}

export function srcOf({ image }: Version): string {
  return imagePath(image._id, 'view')
}

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
