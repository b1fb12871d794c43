import { readStored, writeStored } from './storage'

/** Light, dark, or as the system says. Imports no library: `first.ts` applies it before the first paint. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'pinmark.theme'

export function readTheme(): Theme {
  const stored = readStored(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme)
}

/** Applies the chosen theme to the page, even if it is chosen in another tab. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
