import { imagePath } from '@pinmark/shared/image-path'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useMemo } from 'react'
import { useViewport } from '../../../features/canvas/zoom/use-viewport'
import { sideMarginPx } from '../../../features/canvas/zoom/zoom'
import { sheetOf, type ComparedPair, type ComparedSide } from './comparison'

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
