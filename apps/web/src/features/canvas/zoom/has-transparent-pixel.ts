/** The design is drawn this small to look for transparent pixels, in CSS pixels. */
const samplePx = 64

/** Whether a loaded picture has transparent parts. */
export function hasTransparentPixel(image: HTMLImageElement): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: samplePx, height: samplePx })
  const context = canvas.getContext('2d')
  if (!context || image.naturalWidth === 0) return false
  context.drawImage(image, 0, 0, samplePx, samplePx)
  const { data } = context.getImageData(0, 0, samplePx, samplePx)
  return data.some((value, index) => index % 4 === 3 && value < 255)
}
