import { m } from '@pinmark/words/messages'
import type { KeyboardEvent } from 'react'
import { stepInRow } from '../../ui/reading-direction'
import type { MenuItem } from '../../ui/menu-item'

/** A design as the strip and the overview show it. */
export interface DesignTile {
  readonly id: string
  readonly title: string
  readonly thumbnail: string
  /** Size of its newest version in pixels. */
  readonly width: number
  readonly height: number
  readonly isShown: boolean
  readonly open: number
  readonly total: number
  /** Threads that are new to the visitor. */
  readonly fresh: number
  /** Number of its newest version. */
  readonly version: number
}

/** The owner's actions on designs. */
export interface DesignActions {
  /** Rejects with the reason if the design could not be renamed. */
  readonly onRename: (id: string, title: string) => Promise<void>
  readonly onUpload: (id: string) => void
  /** `position` among the designs, 1 for the first. */
  readonly onMove: (id: string, position: number) => void
  readonly onDelete: (id: string) => void
  readonly onAdd: () => void
}

/** One design of the list, with the owner's actions. */
export interface DesignPlace {
  readonly id: string
  /** 0 for the first. */
  readonly index: number
  readonly count: number
  readonly actions: DesignActions
  readonly onRename: () => void
}

export function designItems({ id, index, count, actions, onRename }: DesignPlace): MenuItem[] {
  const { onUpload, onMove, onDelete } = actions
  return [
    { label: m.action_rename(), shortcut: 'F2', onSelect: onRename },
    { label: m.version_upload(), onSelect: () => onUpload(id) },
    { label: m.design_move_left(), disabled: index === 0, onSelect: () => onMove(id, index) },
    { label: m.design_move_right(), disabled: index === count - 1, onSelect: () => onMove(id, index + 2) },
    { label: m.design_delete(), shortcut: 'Del', tone: 'danger', onSelect: () => onDelete(id) },
  ]
}

/** The keys of a focused design: Alt and an arrow move it, F2 renames it, Delete deletes it. */
export function handleDesignKey(event: KeyboardEvent, { id, index, actions, onRename }: DesignPlace): void {
  const step = stepInRow(event.key)
  if (event.altKey && step !== 0) actions.onMove(id, index + 1 + step)
  else if (event.key === 'F2') onRename()
  else if (event.key === 'Delete') actions.onDelete(id)
  else return
  event.preventDefault()
}

/** `7 open · 2 new` */
export function countOf({ open, total, fresh }: DesignTile): string {
  const state =
    open > 0 ? m.count_open({ count: open }) : total > 0 ? m.design_all_resolved() : m.comments_none()
  return fresh > 0 ? m.state_with_new({ state, count: fresh }) : state
}
