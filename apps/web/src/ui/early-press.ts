declare global {
  interface Window {
    /** The position of a press on the first paint, as shares of the design's width and height. */
    pinmarkPress?: EarlyPress
  }
}

/** 0 to 1 from the upper left corner of the design. */
export interface EarlyPress {
  readonly x: number
  readonly y: number
}

/** Notifies the app if it has already loaded. */
export const earlyPressEvent = 'pinmark:press'

/** Keeps a press on the first paint for the app. */
export function keepEarlyPress(press: EarlyPress): void {
  window.pinmarkPress = press
  window.dispatchEvent(new Event(earlyPressEvent))
}

/** The press before the app had loaded; returned once. */
export function takeEarlyPress(): EarlyPress | null {
  const { pinmarkPress: press } = window
  delete window.pinmarkPress
  return press ?? null
}
