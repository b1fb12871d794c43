import type { Picture } from './picture'
import type { Place } from './place'

/** Two versions are nearly identical below this share of changed pixels. */
const nearlySame = 0.01
/** Margin around a place in which no pixel may differ. */
const aroundPx = 48
/** Half the height of the strip across the page in which no pixel may differ either. Reordered rows have cells in
 *  common. */
const rowHalfPx = 8

/** Whether both pictures have the same pixels. */
export function isSamePicture(before: Picture, after: Picture): boolean {
  return isSameShape(before, after) && Buffer.compare(before.data, after.data) === 0
}

/** Returns a test of whether a place and its surroundings are identical, pixel by pixel, on two versions that are
 *  nearly identical. For other pairs the test is always false: there, identical pixels may belong to another row
 *  of a list. */
export function unchangedAreas(before: Picture, after: Picture): (place: Place) => boolean {
  if (!isSameShape(before, after)) return () => false
  const { width, height, channels } = before
  let changed = 0
  for (let at = 0; at < before.data.length; at += channels) if (isChangedAt(at)) changed += 1
  if (changed > nearlySame * width * height) return () => false
  return ({ x, y, w = 0, h = 0 }) => {
    const middle = y + h / 2
    return (
      isSameWithin(x - aroundPx, y - aroundPx, x + w + aroundPx, y + h + aroundPx) &&
      isSameWithin(0, middle - rowHalfPx, width, middle + rowHalfPx)
    )
  }

  function isSameWithin(left: number, top: number, right: number, bottom: number): boolean {
    const [first, end] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, Math.ceil(bottom)); row += 1)
      for (let column = first; column < end; column += 1)
        if (isChangedAt((row * width + column) * channels)) return false
    return true
  }

  function isChangedAt(at: number): boolean {
    for (let channel = 0; channel < channels; channel += 1)
      if (before.data[at + channel] !== after.data[at + channel]) return true
    return false
  }
}

function isSameShape(before: Picture, after: Picture): boolean {
  return before.width === after.width && before.height === after.height && before.channels === after.channels
}
