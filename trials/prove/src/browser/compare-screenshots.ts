import sharp from 'sharp'

/** Of 255. Letters differ by far more from what is behind them; the browser's own noise at a round edge was 5. */
const leastVisible = 32

/** Whether two screenshots look the same. A browser sometimes draws soft edges slightly differently. */
export async function areScreenshotsAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([pixels(one), pixels(other)])
  if (first.width !== second.width || first.data.length !== second.data.length) return false
  return first.data.every((level, at) => Math.abs(level - (second.data[at] ?? 0)) < leastVisible)
}

async function pixels(picture: Buffer): Promise<{ width: number; data: Buffer }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, data }
}
