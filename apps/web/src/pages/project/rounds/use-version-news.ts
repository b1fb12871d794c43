import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useRef } from 'react'
import { closeToast, useToast } from '../../../ui/toast'
import { newestOf } from '../threads-on'
import type { VersionChoice } from '../use-shown-version'
import { areVersionsOwn } from './own-versions'

/** Shows a note about versions that others add while the page is open, and about versions in the address that
 *  do not exist. The view never changes by itself. */
export function useVersionNews({ designs }: Project, { shown, waiting, missing, go }: VersionChoice): void {
  const toast = useToast()
  const told = useRef(new Map(designs.map((design) => [design._id, newestOf(design).number])))
  const shownId = shown.design._id
  const waitingId = waiting?._id
  const latest = useRef({ designs, shown, go })
  useEffect(() => {
    latest.current = { designs, shown, go }
  })

  useEffect(() => {
    const { shown: now } = latest.current
    if (waitingId === undefined) return undefined
    const version = now.design.versions.find(({ _id }) => _id === waitingId)
    if (!version) return undefined
    told.current.set(now.design._id, version.number)
    if (areVersionsOwn()) return undefined
    const note = toast.show({
      text: `Version ${version.number} is here.`,
      action: { label: 'Show', onSelect: () => latest.current.go(now.design) },
    })
    return () => closeToast(note)
  }, [waitingId, toast])

  useEffect(() => {
    for (const design of designs) {
      const { number } = newestOf(design)
      const before = told.current.get(design._id)
      told.current.set(design._id, number)
      if (design._id === shownId || before === undefined || number <= before || areVersionsOwn()) continue
      toast.show({
        text: `Version ${number} of ${design.title} is here.`,
        action: { label: 'Show', onSelect: () => latest.current.go(design) },
      })
    }
  }, [designs, shownId, toast])

  const missingDesign = missing?.design
  const missingVersion = missing?.version
  useEffect(() => {
    if (missingDesign === undefined && missingVersion === undefined) return
    const { shown: now, go: goTo } = latest.current
    toast.show({
      text:
        missingDesign === undefined
          ? `Version ${missingVersion ?? ''} is not there. This is the newest.`
          : 'That design was deleted.',
    })
    goTo(now.design)
  }, [missingDesign, missingVersion, toast])
}
