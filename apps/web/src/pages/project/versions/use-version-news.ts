import type { Design } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useRef } from 'react'
import { closeToast, toast, type ToastInput } from '../../../ui/toast'
import { lastSeenVersion } from '../../../features/review/use-news-since-visit'
import { newestOf } from '../../../features/review/views'
import { useReview } from '../../../features/review/use-review'
import type { Missing } from '../../../features/review/use-shown-version'
import { areVersionsOwn } from './own-versions'

/** Shows a note about versions that others add or remove while the page is open, and about versions in the address
 *  that do not exist. The view changes by itself only if what it shows is removed. */
export function useVersionNews(): void {
  const { project, versions } = useReview()
  const { designs } = project
  const { shown, waiting, missing, go, compare, leaveMissing } = versions
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

  useEffect(() => {
    const { shown: now } = latest.current
    if (waitingId === undefined) return undefined
    const version = now.design.versions.find(({ _id }) => _id === waitingId)
    if (!version) return undefined
    told.current.set(now.design._id, version.number)
    if (areVersionsOwn()) return undefined
    const note = toast.show({
      text: m.version_is_here({ number: version.number }),
      ...noteOn(now.design),
    })
    return () => closeToast(note)
  }, [waitingId, noteOn])

  useEffect(() => {
    for (const design of designs) {
      const { number } = newestOf(design)
      const before = told.current.get(design._id)
      told.current.set(design._id, number)
      if (design._id === shownId || before === undefined || number <= before || areVersionsOwn()) continue
      toast.show({
        text: m.version_of_design_is_here({ number, name: design.title }),
        ...noteOn(design),
      })
    }
  }, [designs, shownId, noteOn])

  const words = missing && missingWords(missing)
  useEffect(() => {
    if (words === null) return
    if (!areVersionsOwn()) toast.show({ text: words })
    latest.current.leaveMissing(latest.current.shown.design)
  }, [words])
}

function missingWords({ design, version, removed }: Missing): string {
  if (design !== undefined) return m.design_was_deleted()
  if (removed !== undefined) return m.version_was_removed({ number: removed })
  return m.version_not_there({ number: version ?? '' })
}
