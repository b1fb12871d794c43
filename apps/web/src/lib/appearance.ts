import { readStored, writeStored } from './storage'

/** How this browser shows every page. Imports no library: `first.ts` applies it before the first paint. */

/** Light, dark, or as the system says. */
export const themes = ['system', 'light', 'dark'] as const
/** The background of transparent parts of a design. It is the same in both themes, so that a design looks the same to
 *  everyone. */
export const backings = ['white', 'checker', 'dark'] as const

const themeKey = 'pinmark.theme'
const backingKey = 'pinmark.backing'

export const readTheme = () => read(themeKey, themes)
export const readBacking = () => read(backingKey, backings)
export const chooseTheme = (value: (typeof themes)[number]) => choose(themeKey, themes, value)
export const chooseBacking = (value: (typeof backings)[number]) => choose(backingKey, backings, value)

/** The first of the values is the default. */
function read<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Value {
  const stored = readStored(key)
  return values.find((value) => value === stored) ?? values[0]
}

function choose(key: string, [first]: readonly string[], value: string): void {
  writeStored(key, value === first ? null : value)
}

/** Applies the choices to the page. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement
  dataset.backing = readBacking()
  const chosen = readTheme()
  if (chosen === 'system') delete dataset.theme
  else dataset.theme = chosen
}
