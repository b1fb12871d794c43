/** The surface around an open modal dialog. A press on it is a press outside. */
export function outsideOfDialog(): Element {
  const surface = document.querySelector('.dialog-viewport')
  if (!surface) throw new Error('no dialog is open')
  return surface
}
