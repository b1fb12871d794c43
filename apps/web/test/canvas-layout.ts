import { vi } from 'vitest'

/** Gives the canvas a frame of 1062 x 500 px at 0, 200 of the window, because jsdom lays nothing out.
 *  The design's box follows the sizes that the canvas sets and the scroll offset, as in a browser. */
export function givenCanvasLayout(): void {
  const frame = { left: 0, top: 200, width: 1062, height: 500 }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(frame.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(frame.height)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.classList.contains('canvas-scroller')) {
      return new DOMRect(frame.left, frame.top, frame.width, frame.height)
    }
    if (!(this instanceof HTMLElement) || !this.classList.contains('canvas-sheet')) return new DOMRect()
    const scroller = this.closest('.canvas-scroller')
    const { left, top, width, height } = this.style
    return new DOMRect(
      frame.left + Number.parseFloat(left) - (scroller?.scrollLeft ?? 0),
      frame.top + Number.parseFloat(top) - (scroller?.scrollTop ?? 0),
      Number.parseFloat(width),
      Number.parseFloat(height),
    )
  })
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (
    this: Element,
    options?: ScrollToOptions | number,
  ) {
    if (typeof options !== 'object') return
    this.scrollLeft = Math.max(0, options.left ?? this.scrollLeft)
    this.scrollTop = Math.max(0, options.top ?? this.scrollTop)
  })
  vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(function (
    this: Element,
    options?: ScrollToOptions | number,
  ) {
    if (typeof options !== 'object') return
    this.scrollTo({ left: this.scrollLeft + (options.left ?? 0), top: this.scrollTop + (options.top ?? 0) })
  })
  vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
}
