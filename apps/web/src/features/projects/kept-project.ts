import { useEffect, useRef } from 'react'
import { readSession } from '../../lib/session'

/** The content of the dialog when the login ended. A file cannot be kept in local storage, so it stays in the
 *  memory of the page until the same account returns from /login. */
export interface KeptProject {
  userId: string
  name: string
  image: File | null
  /** Files of the other designs. */
  more: readonly File[]
}

let kept: KeptProject | null = null

/** The kept content of this account. Content of another account is discarded. */
export function readKeptProject(userId: string | undefined): KeptProject | null {
  if (userId !== undefined && kept?.userId !== userId) kept = null
  return kept
}

export function forgetKeptProject(): void {
  kept = null
}

/** Keeps the content of the open dialog when the page closes because the login expired, but not when the user
 *  leaves it. */
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
