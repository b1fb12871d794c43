/** Whether this browser supports full screen for a page. iPhones do not. */
export function canFillScreen(): boolean {
  return document.fullscreenEnabled
}

export function fillsScreen(): boolean {
  return document.fullscreenElement !== null
}

/** Uses the whole page, so that popups, notes and dialogs stay on top of the design. @throws TypeError when
 *  the browser refuses */
export async function toggleFullScreen(): Promise<void> {
  if (fillsScreen()) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen()
}
