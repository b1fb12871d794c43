/** A width that chat programs show across a message, and their proportions. */
const maxWidthPx = 1_200
const maxTallness = 630 / 1_200

/** The size of the picture in previews of a link. A design that is taller shows its top part.
 *  @param width, height of the design
 *  @returns `part`, the height of the shown part of the design; all in pixels */
export function previewSize(width: number, height: number): { width: number; height: number; part: number } {
  const part = Math.min(height, Math.max(1, Math.round(width * maxTallness)))
  const shown = Math.min(width, maxWidthPx)
  return { width: shown, height: Math.max(1, Math.round((part * shown) / width)), part }
}
