import { useSyncExternalStore } from 'react'
import { readStored, subscribeStored, writeStored } from './storage'

/** Light, dark, or as the system says. `public/first.js` applies the same choice before the first paint. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'pinmark.theme'

function readTheme(): Theme {
  const stored = readStored(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeStored, readTheme)
}

/** Keeps the page in the chosen theme, also when it is chosen in another tab. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
