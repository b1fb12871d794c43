import type { ReactElement, ReactNode } from 'react'

export interface MenuItem {
  label: string
  onSelect: () => void
  icon?: ReactElement
  tone?: 'danger'
  disabled?: boolean
  /** Set for a choice among several: the item shows whether it is the one. */
  checked?: boolean
  /** One of the choices of its group is always made: a radio button, which has its check at the end. */
  isRadio?: true
  /** What is drawn in the place of the label. */
  content?: ReactNode
  /** The key that does the same, at the end of the item. */
  shortcut?: string
  /** Items that follow each other and have the same words here stand together under them. */
  group?: string
}

/** How a menu was opened: by key the first or the last item has the focus, by pointer none. */
export type MenuOpening = 'pointer' | 'first' | 'last'
