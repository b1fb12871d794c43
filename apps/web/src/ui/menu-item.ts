import type { ReactElement } from 'react'

export interface MenuItem {
  label: string
  onSelect: () => void
  icon?: ReactElement
  tone?: 'danger'
  disabled?: boolean
  /** Set for a choice among several: the item shows whether it is the one. */
  checked?: boolean
  /** Items that follow each other and have the same words here stand together under them. */
  group?: string
}

/** How a menu was opened: by key the first or the last item has the focus, by pointer none. */
export type MenuOpening = 'pointer' | 'first' | 'last'
