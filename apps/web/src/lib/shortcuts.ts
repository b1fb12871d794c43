import { readStored, writeStored } from './storage'
import { createStore, useStore, useStored } from './store'

const key = 'pinmark.single-keys'

/** Whether single letters are shortcuts. On by default. People who control the page by voice can switch it
 *  off. */
export function readSingleKeys(): boolean {
  return readStored(key) !== 'off'
}

export function chooseSingleKeys(isOn: boolean): void {
  writeStored(key, isOn ? null : 'off')
}

export function useSingleKeys(): boolean {
  return useStored(readSingleKeys)
}

/** Whether a key press is meant for the page: no shortcut of the browser, not typed into a field, not in a dialog. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return true
  const typesInto =
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
  return !target.closest(`${typesInto}, [role=dialog][aria-modal], [role=alertdialog], [role=menu]`)
}

/** Whether Ctrl, Cmd, Alt or AltGr is held. Many layouts type a bracket with AltGr, or with Option on Apple devices, and
 *  that is a bracket like any other. Windows reports AltGr as Ctrl and Alt too. */
function hasModifier(event: KeyboardEvent): boolean {
  const isAltGr = event.getModifierState('AltGraph')
  if (event.metaKey || (event.ctrlKey && !isAltGr)) return true
  return (event.altKey || isAltGr) && event.key !== '[' && event.key !== ']'
}

interface NamedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

/** The name of a key among shortcuts: `event.key`, a letter in lower case, and `Shift+C` for a letter with Shift. Where
 *  the letters of the keyboard are not Latin, the key counts as the Latin letter or the bracket at its place on a QWERTY
 *  keyboard. A Latin letter always counts itself, so that Dvorak and AZERTY work as labelled. */
export function keyName({ key, code, shiftKey }: NamedKey): string {
  const name = isOtherScript(key) ? (brackets[code] ?? code.replace(/^Key/, '')) : key
  if (!/^\p{L}$/u.test(name)) return name
  return shiftKey ? `Shift+${name.toUpperCase()}` : name.toLowerCase()
}

const brackets: Record<string, string> = { BracketLeft: '[', BracketRight: ']' }

/** Some keys type two letters, or a mark that joins the letter before it. */
function isOtherScript(key: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key)
}

/** Whether the list of keys is open. Navbar, footer and the key `?` all open the same dialog. */
const isHelpOpen = createStore(false)

export const setKeyboardHelpOpen = isHelpOpen.set

export function useKeyboardHelpOpen(): boolean {
  return useStore(isHelpOpen, (isOpen) => isOpen)
}

/** Ctrl+Enter, or Cmd+Enter on Apple devices. */
export function isSubmitKey({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey)
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The name of the keys for `isSubmitKey`, as this machine's keyboard labels them. */
export const submitKeys = isApple ? '⌘ Enter' : 'Ctrl Enter'
