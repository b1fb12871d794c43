import type { MeasuredDifference } from '@pinmark/follow/differences'
import { changeOfWords } from '@pinmark/shared/design-text'
import type { Difference, RunOfRows } from '@pinmark/shared/entities/comparison'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import type { Waiter } from '../../base/fair-slots'
import { measureDifferences } from './render'
import type { Stored } from './renderer'

interface Options {
  /** In whose line it waits while all slots are taken. */
  waiter: Waiter
  /** The lines of text in both pictures, in their pixels; empty if they are unknown. */
  lines: { design: readonly DesignLine[]; build: readonly DesignLine[] }
}

/** Measures a build against its design: what was added, removed, moved or changed, from top to bottom, and the rows that both
 *  have. What is only pushed up or down by something above it is not listed.
 *  @param design, build stored images, in any scale
 *  @returns areas in pixels of each picture, measures in CSS pixels of the design
 *  @throws AppError as `Renderer.render` */
export async function differencesOf(
  design: Stored,
  build: Stored,
  { waiter, lines }: Options,
): Promise<{ changes: Difference[]; runs: RunOfRows[] }> {
  const { differences, runs } = await measureDifferences(design, build, waiter)
  return {
    changes: differences.map((difference) => ({ ...difference, words: wordsOf(difference, lines) })),
    runs,
  }
}

const nowhere = { x: 0, y: 0, w: 0, h: 0 }

function wordsOf({ before, after }: MeasuredDifference, { design, build }: Options['lines']) {
  return changeOfWords({ area: before ?? nowhere, lines: design }, { area: after ?? nowhere, lines: build })
}
