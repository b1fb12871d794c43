import { designNamedAs } from '@pinmark/shared/design-name'
import type { Design } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'

interface Size {
  readonly width: number
  readonly height: number
}

export interface FileToMatch {
  readonly name: string
  /** Null until it is known, and for files that the browser cannot draw. */
  readonly size: Size | null
}

export interface Match {
  /** Id of the design it becomes a version of; null for a new design. */
  readonly design: string | null
  readonly reason: string
}

/** How much the height of a picture of the same width may differ, if it should still count as a version of
 *  the design. */
const heightTolerance = 0.4

/** Proposes for each file the design it is a new version of: the one with its name, apart from endings such
 *  as `v4` or `final`, or else one of its width and about its height, the open design first. No design is
 *  proposed twice. */
export function matchFiles(
  files: readonly FileToMatch[],
  designs: readonly Design[],
  openDesign: string,
): readonly Match[] {
  const free = designs.toSorted(
    (one, other) => Number(other._id === openDesign) - Number(one._id === openDesign),
  )
  return files.map((file) => {
    const match = matchOf(file, free)
    const at = free.findIndex(({ _id }) => _id === match.design)
    if (at !== -1) free.splice(at, 1)
    return match
  })
}

function matchOf({ name, size }: FileToMatch, designs: readonly Design[]): Match {
  const named = designNamedAs(name, designs)
  if (named) {
    const hasWidth = size !== null && sizeOf(named).width === size.width
    return { design: named._id, reason: hasWidth ? m.match_name_and_width() : m.match_name() }
  }
  const alike = size && designs.find((design) => isAlike(size, sizeOf(design)))
  if (!alike) return { design: null, reason: m.match_none() }
  const isSame = sizeOf(alike).height === size.height
  return { design: alike._id, reason: isSame ? m.match_size() : m.match_width() }
}

function isAlike(size: Size, { width, height }: Size): boolean {
  return size.width === width && Math.abs(size.height - height) <= height * heightTolerance
}

function sizeOf({ versions }: Design): Size {
  return versions.at(-1)?.image ?? { width: 0, height: 0 }
}
