import type { ReactElement, ReactNode } from 'react'

export interface MenuItem {
  label: string
  onSelect: () => void
  /** What it opens takes the focus, so the button does not get it back. */
  movesFocus?: boolean
  icon?: ReactElement
  tone?: 'danger'
  disabled?: boolean
  /** Set for one of several choices: whether it is the chosen one. Its check mark takes the place of the icon. */
  checked?: boolean
  /** Exactly one choice of its group is always active: a radio item, with its check mark at the end. */
  isRadio?: true
  /** Drawn instead of the label. */
  content?: ReactNode
  /** The shortcut key, shown at the end of the item. */
  shortcut?: string
  /** Consecutive items with the same group name are shown together under it. */
  group?: string
}

/** Items of a menu. What is not offered now is left out: `can.edit && { … }`. */
export type MenuItems = readonly (MenuItem | false | null | undefined)[]

export function offered(items: MenuItems): MenuItem[] {
  return items.flatMap((item) => item || [])
}

/** How a menu was opened: by key the first or the last item gets the focus, by pointer none. */
export type MenuOpening = 'pointer' | 'first' | 'last'
