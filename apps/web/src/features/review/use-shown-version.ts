import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { showsOnNewest } from '@pinmark/shared/spot-on'
import { newestOf, type ShownVersion } from './views'

export type VersionChoice = ReturnType<typeof useShownVersion>

/** The shown design and version: the one in the address (`?design=ID&v=2`), or else the one of the linked
 *  comment (`?comment=ID`), or else the newest version of the first design. A version that arrives while the
 *  page is open is shown only on request. */
export function useShownVersion({ designs, comments }: Project) {
  const [search, setSearch] = useSearchParams()
  const isOnly = designs.length === 1 && designs[0]?.versions.length === 1 && !designs[0].versions[0]?.build
  const linked = useLinked(isOnly ? null : search.get('comment'), designs, comments)
  const wantedDesign = search.get('design') ?? linked?.design
  const found = designs.find(({ _id }) => _id === wantedDesign)
  const first = useFirst(designs)
  const design = found ?? first
  const { _id: designId, versions } = design
  const newest = newestOf(design)
  const compared = search.get('compare')
  const wantedVersion = search.get('v') ?? (linked?.design === designId ? linked.version : undefined)
  const named = versions.find(({ number }) => String(number) === wantedVersion)

  // The newest version at the time when the user opened this design.
  const [held, setHeld] = useState(heldOf(design))
  const kept = versions.find(({ _id }) => _id === held.id)
  const isOtherDesign = held.design !== designId && designs.some(({ _id }) => _id === held.design)
  if (isOtherDesign) setHeld(heldOf(design))
  const current = kept ?? newest
  const version = named ?? current
  const isOld = version._id !== current._id

  /** Changes parameters of the address; null removes one. */
  function change(values: Record<string, string | null>, options: Parameters<typeof setSearch>[1]) {
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(values)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      return next
    }, options)
  }

  function show(to: Design, number: number | null, { replace = false, comparedWith }: ShowOptions = {}) {
    setHeld(heldOf(to))
    const { _id, versions: own } = to
    const latest = newestOf(to).number
    change(
      {
        comment: null,
        design: _id === first._id ? null : _id,
        v: number === null || number === latest ? null : String(number),
        ...(comparedWith && { compare: `${comparedWith.number}-${latest}` }),
        // It opens by itself as soon as the design has two versions.
        ...(own.length === 1 && !own[0]?.build && { compare: null }),
      },
      { replace },
    )
  }

  function findMissing(): Missing | null {
    if (wantedDesign !== undefined && !found) return { design: wantedDesign }
    if (wantedVersion !== undefined && !named) return { version: wantedVersion }
    if (versions.length === 1 && !newest.build && compared !== null)
      return { version: compared.split('-').at(-1) ?? '' }
    if (kept || isOtherDesign) return null
    return held.design === designId ? { removed: held.number } : { design: held.design }
  }
  const missing = findMissing()

  return {
    shown: useMemo<ShownVersion>(
      () => ({ design, version, isOld, isOnly }),
      [design, version, isOld, isOnly],
    ),
    /** A newer version that has arrived since, and is not shown yet. */
    waiting: current._id === newest._id ? null : newest,
    missing,
    /** The comment that the address names. */
    linkedKey: search.get('comment'),
    go: (to: Design, number: number | null = null) => show(to, number),
    compare: (to: Design, before: Version) => show(to, null, { comparedWith: before }),
    /** Opens Compare with the newest two versions of the shown design, or the only one with its build. @returns false if
     *  there is nothing to compare */
    openCompare: (): boolean => {
      const last = versions.at(-2)
      const pair = last ? `${last.number}-${newest.number}` : newest.build ? `${newest.number}-build` : null
      if (pair !== null) change({ compare: pair }, { state: { compare: true } })
      return pair !== null
    },
    compareBuild: () => change({ compare: `${version.number}-build` }, { state: { compare: true } }),
    /** Shows the newest version of a design instead of a missing one. The address is replaced, so that Back does not
     *  lead to the missing one again. */
    leaveMissing: (to: Design) => show(to, null, { replace: true }),
  }
}

interface ShowOptions {
  readonly replace?: boolean
  /** An older version of the design. Opens Compare. */
  readonly comparedWith?: Version
}

/** A design or version that the address names and that does not exist, or one that was removed while it was
 *  shown. */
export interface Missing {
  readonly design?: string
  /** As the address names it. */
  readonly version?: string
  /** Number of the removed version. */
  readonly removed?: number
}

function heldOf(design: Design) {
  const { _id: id, number } = newestOf(design)
  return { design: design._id, id, number }
}

interface Linked {
  readonly comment: string
  readonly design: string
  /** Number of its version; undefined for the newest one. */
  readonly version: string | undefined
}

/** The place of the linked comment, fixed when it is first known, so that later changes to it do not move the
 *  view. */
function useLinked(wanted: string | null, designs: readonly Design[], comments: readonly Comment[]) {
  const [linked, setLinked] = useState<Linked | null>(null)
  if (wanted === null) return null
  if (linked?.comment === wanted) return linked
  const comment = comments.find(({ _id }) => _id === wanted)
  const design = designs.find(({ _id }) => _id === comment?.design)
  if (!comment || !design) return null
  const own = design.versions.find(({ _id }) => _id === comment.version)
  const version = own && !showsOnNewest(comment, newestOf(design)) ? String(own.number) : undefined
  const next = { comment: wanted, design: design._id, version }
  setLinked(next)
  return next
}

/** The design that was the first when the page was opened, so that a new order does not change what the address
 *  shows. If it was deleted: the present first one. */
function useFirst(designs: readonly Design[]): Design {
  const [firstId] = useState(designs[0]?._id)
  const first = designs.find(({ _id }) => _id === firstId) ?? designs[0]
  if (!first) throw new Error('A project has at least one design.')
  return first
}
