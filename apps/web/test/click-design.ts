import { fireEvent } from '@testing-library/react'

/** Clicks a point of the design, in image pixels. The 800 x 600 px are shown at 100 %. */
export function clickDesign(image: HTMLElement, x: number, y: number, end = { x, y }) {
  const at = (point: { x: number; y: number }) => ({
    clientX: 131 + point.x,
    clientY: 236 + point.y,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
  })
  fireEvent.pointerDown(image, { ...at({ x, y }), button: 0 })
  fireEvent.pointerMove(image, at(end))
  fireEvent.pointerUp(image, at(end))
  fireEvent.click(image, { ...at(end), detail: 1 })
}
