import { useEffect, useRef } from 'react'
import { readSession } from '../../lib/session'

/** What was filled in when a login ended under it: a file cannot be kept in local storage, so it lives as long as the
 *  page does, and waits for the same account to come back from /login. */
export interface KeptProject {
  userId: string
  name: string
  image: File | null
  /** The other designs. */
  more: readonly File[]
}

let kept: KeptProject | null = null

/** What is kept for this account. Content of another account is discarded. */
export function readKeptProject(userId: string | undefined): KeptProject | null {
  if (userId !== undefined && kept?.userId !== userId) kept = null
  return kept
}

export function forgetKeptProject(): void {
  kept = null
}

/** Keeps the content of the open dialog when the page ends because the login expired, and not when the person leaves it. */
export function useKeptThroughLogin(input: Omit<KeptProject, 'userId'> & { open: boolean }): void {
  const userId = useRef(readSession()?.user._id)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  useEffect(
    () => () => {
      const { open, name, image, more } = latest.current
      const isEmpty = name === '' && image === null
      if (!open || isEmpty || userId.current === undefined || readSession() !== null) return
      kept = { userId: userId.current, name, image, more }
    },
    [],
  )
}
