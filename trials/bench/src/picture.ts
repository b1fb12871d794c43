import { Random } from '@pinmark/testbed/random'
import sharp from 'sharp'

/** A PNG like the export of a design: flat areas and text-like bars, and a photographic part that hardly
 *  compresses and determines the size. The bytes are the same every time.
 *  @param noiseShare share of the height of the photographic part, 0 to 1 */
async function drawPicture(width: number, height: number, noiseShare: number): Promise<Buffer> {
  const random = new Random(7)
  const noiseHeight = Math.round(height * noiseShare)
  const data = Buffer.alloc(width * height * 3, 238)
  for (let y = 0; y < height; y += 1) {
    const isText = y % 24 < 8
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      if (y < noiseHeight) {
        const grain = random.whole(0, 40)
        data[at] = ((x * 200) / width + grain) | 0
        data[at + 1] = ((y * 200) / noiseHeight + grain) | 0
        data[at + 2] = 100 + grain
      } else if (isText && (x >> 3) % 5 !== 0 && x < width * 0.8) data.fill(60, at, at + 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** The size of a carefully made export. */
export function twoMegabytePicture(): Promise<Buffer> {
  return drawPicture(1600, 1200, 0.39)
}

/** One whose view, lossless WebP, has about 500 KB. */
export function halfMegabyteViewPicture(): Promise<Buffer> {
  return drawPicture(1800, 1400, 0.25)
}

export function twelveMegapixelPicture(): Promise<Buffer> {
  return drawPicture(4000, 3000, 0.1)
}

/** One whose view has about 300 KB. */
export const sharedPicture = {
  width: 1440,
  height: 900,
  draw: () => drawPicture(sharedPicture.width, sharedPicture.height, 0.24),
}

/** Like a photograph at the usual quality: grain over all of it. */
async function drawPhotograph(width: number, height: number): Promise<Buffer> {
  return sharp(await drawPicture(width, height, 1))
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** 8 megapixels. */
export function twoMegabyteJpeg(): Promise<Buffer> {
  return drawPhotograph(3000, 2700)
}

/** One whose view has about 1.7 MB. */
export function largeViewPicture(): Promise<Buffer> {
  return drawPhotograph(2680, 2400)
}
