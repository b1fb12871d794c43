import { readStored, writeStored } from './storage'
import { useStored } from './use-stored'

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
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return true
  const typesInto =
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
  return !target.closest(`${typesInto}, [role=dialog][aria-modal], [role=alertdialog], [role=menu]`)
}
