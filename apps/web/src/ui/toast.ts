import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'

interface ToastAction {
  label: string
  onSelect: () => void
}

export interface ToastInput {
  text: string
  /** A person's words below it. Only their beginning is shown. */
  detail?: string
  /** A button; it closes the note. */
  action?: ToastAction
  /** A second button. */
  otherAction?: ToastAction
  /** The action has removed the focused element. The button gets the focus, and this moves it on when the note closes. */
  passFocusOn?: () => void
  tone?: 'plain' | 'danger'
  /** Id of what it is about. */
  about?: string
  /** 6 s, and 10 s for a note with a button. */
  durationMs?: number
}

export interface ToastNote extends ToastInput {
  readonly id: number
  readonly durationMs: number
}

const plainMs = 6_000
const withActionMs = 10_000
const maxShown = 3

let notes: readonly ToastNote[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Notes that disappear by themselves. */
export const toast = {
  /** A note without buttons replaces an equal one. With too many, the oldest one is removed, but those with buttons last.
   *  @returns the id for `closeToast` */
  show(input: ToastInput): number {
    const durationMs = input.durationMs ?? (input.action ? withActionMs : plainMs)
    lastId += 1
    const others = notes.filter(({ text, action }) => action || input.action || text !== input.text)
    const removed = others.length < maxShown ? null : (others.find(({ action }) => !action) ?? others[0])
    setNotes([...others.filter((note) => note !== removed), { ...input, id: lastId, durationMs }])
    return lastId
  },
  /** Says why an action failed: in the words of the server, or `otherwise`. */
  showFailure(error: unknown, otherwise = m.action_failed()): void {
    toast.show({ text: failureText(otherwise, error), tone: 'danger' })
  },
}

export function closeToast(id: number): void {
  setNotes(notes.filter((note) => note.id !== id))
}

export function readToasts(): readonly ToastNote[] {
  return notes
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setNotes(next: readonly ToastNote[]): void {
  notes = next
  for (const listener of listeners) listener()
}
