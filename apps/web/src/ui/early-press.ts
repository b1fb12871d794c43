declare global {
  interface Window {
    /** Where `first.ts` noticed a press on the painted design, as shares of its width and height. */
    pinmarkPress?: EarlyPress
  }
}

/** 0 to 1 from the upper left corner of the design. */
export interface EarlyPress {
  readonly x: number
  readonly y: number
}

/** Tells an app that is there already. */
export const earlyPressEvent = 'pinmark:press'

/** Keeps a press on the painted design for the app. */
export function keepEarlyPress(press: EarlyPress): void {
  window.pinmarkPress = press
  window.dispatchEvent(new Event(earlyPressEvent))
}

/** Where the design was pressed before there was a program behind it; once. */
export function takeEarlyPress(): EarlyPress | null {
  const { pinmarkPress: press } = window
  delete window.pinmarkPress
  return press ?? null
}
