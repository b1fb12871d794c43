import type { Design } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useRef } from 'react'
import { closeToast, toast, type ToastInput } from '../../../ui/toast'
import { lastSeenVersion } from '../../../features/review/use-news-since-visit'
import { newestOf } from '../../../features/review/views'
import { useReview } from '../../../features/review/use-review'
import type { Missing } from '../../../features/review/use-shown-version'
import { useOwnChanges, versionName } from '../../../features/versions/own-versions'

/** Shows a note about versions that others add or remove while the page is open, and about versions in the address
 *  that do not exist. The view changes by itself only if what it shows is removed. */
export function useVersionNews(): void {
  const { project, versions } = useReview()
  const { designs } = project
  const { shown, waiting, missing, go, compare, leaveMissing } = versions
  const { running, names } = useOwnChanges()
  const isChanging = running > 0
  const told = useRef(new Map(designs.map((design) => [design._id, newestOf(design).number])))
  const shownId = shown.design._id
  const waitingId = waiting?._id
  const latest = useRef({ shown, go, compare, leaveMissing })
  useEffect(() => {
    latest.current = { shown, go, compare, leaveMissing }
  })

  /** The note of the newest version, with buttons for it and for what changed since the one that was seen before. */
  const noteOn = useCallback((design: Design): Omit<ToastInput, 'text'> => {
    const before = lastSeenVersion(design) ?? design.versions.at(-2)
    return {
      detail: newestOf(design).note,
      action: { label: m.action_show(), onSelect: () => latest.current.go(design) },
      ...(before && {
        otherAction: {
          label: m.version_see_changes(),
          onSelect: () => latest.current.compare(design, before),
        },
      }),
    }
  }, [])

  // Once for each waiting version. An own one has no note.
  const toldWaiting = useRef<{ note: number | null } | null>(null)
  useEffect(() => {
    return () => {
      if (toldWaiting.current?.note) closeToast(toldWaiting.current.note)
      toldWaiting.current = null
    }
  }, [waitingId])
  useEffect(() => {
    const { design } = latest.current.shown
    const version = design.versions.find(({ _id }) => _id === waitingId)
    if (!version || isChanging || toldWaiting.current) return
    const { number } = version
    told.current.set(design._id, number)
    const isOwn = names.has(versionName(design._id, number))
    const note = isOwn ? null : toast.show({ text: m.version_is_here({ number }), ...noteOn(design) })
    toldWaiting.current = { note }
  }, [waitingId, isChanging, names, noteOn])

  useEffect(() => {
    if (isChanging) return
    for (const design of designs) {
      const { _id, title } = design
      const { number } = newestOf(design)
      const before = told.current.get(_id)
      told.current.set(_id, number)
      if (_id === shownId || before === undefined || number <= before) continue
      if (names.has(versionName(_id, number))) continue
      toast.show({ text: m.version_of_design_is_here({ number, name: title }), ...noteOn(design) })
    }
  }, [designs, shownId, isChanging, names, noteOn])

  const words = missing && missingWords(missing)
  const isOwn = missing !== null && names.has(missingName(missing, shownId))
  useEffect(() => {
    if (words === null || isChanging) return
    if (!isOwn) toast.show({ text: words })
    latest.current.leaveMissing(latest.current.shown.design)
  }, [words, isOwn, isChanging])
}

function missingName({ design, version, removed }: Missing, shownId: string): string {
  return design ?? versionName(shownId, removed ?? version ?? '')
}

function missingWords({ design, version, removed }: Missing): string {
  if (design !== undefined) return m.design_was_deleted()
  if (removed !== undefined) return m.version_was_removed({ number: removed })
  return m.version_not_there({ number: version ?? '' })
}
