import { readStored, writeStored } from './storage'

/** The background of transparent parts of a design. It is the same in both themes, so that a design looks the same to
 *  everyone. Imports no library: `first.ts` applies it before the first paint. */
export const backings = ['white', 'checker', 'dark'] as const
export type Backing = (typeof backings)[number]

const key = 'pinmark.backing'

export function readBacking(): Backing {
  const stored = readStored(key)
  return backings.find((backing) => backing === stored) ?? 'white'
}

export function chooseBacking(backing: Backing): void {
  writeStored(key, backing === 'white' ? null : backing)
}

/** Puts the chosen backing behind designs and thumbnails, even if it is chosen in another tab. */
export function applyBacking(): void {
  document.documentElement.dataset.backing = readBacking()
}
