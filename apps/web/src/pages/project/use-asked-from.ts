import { useState } from 'react'

/** The focused element at the time when this comment was selected. */
export function useAskedFrom(selectedKey: string | null): Element | null {
  const [asked, setAsked] = useState(() => ({ selectedKey, from: document.activeElement }))
  if (asked.selectedKey !== selectedKey) setAsked({ selectedKey, from: document.activeElement })
  return asked.from
}
