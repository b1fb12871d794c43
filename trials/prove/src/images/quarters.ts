import sharp, { type Sharp } from 'sharp'

const colours = { topLeft: '#ff0000', topRight: '#00ff00', bottomLeft: '#0000ff', bottomRight: '#ffffff' }
const places = [
  { colour: [255, 0, 0], x: 0.25, y: 0.25 },
  { colour: [0, 255, 0], x: 0.75, y: 0.25 },
  { colour: [0, 0, 255], x: 0.25, y: 0.75 },
  { colour: [255, 255, 255], x: 0.75, y: 0.75 },
]

/** Four quarters that show the orientation: red, green above blue, white. */
export function quarters(width = 96, height = 64): Sharp {
  const tile = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  })
  const whole = sharp({ create: { width, height, channels: 3, background: colours.topLeft } }).composite([
    { input: tile(colours.topRight), left: width / 2, top: 0 },
    { input: tile(colours.bottomLeft), left: 0, top: height / 2 },
    { input: tile(colours.bottomRight), left: width / 2, top: height / 2 },
  ])
  return whole
}

/** Whether the quarters are upright and wider than high in the pixels of the file. */
export async function isUpright(file: Buffer): Promise<boolean> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (info.width <= info.height) return false
  return places.every(({ colour, x, y }) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return colour.every((value, channel) => Math.abs(value - (data[at + channel] ?? -1_000)) < 60)
  })
}

/** The transforms that turn an upright picture into the form that a camera with this EXIF orientation stores. */
const stored: Record<number, { turn: number; isMirrored: boolean }> = {
  1: { turn: 0, isMirrored: false },
  2: { turn: 0, isMirrored: true },
  3: { turn: 180, isMirrored: false },
  4: { turn: 180, isMirrored: true },
  5: { turn: 90, isMirrored: true },
  6: { turn: 270, isMirrored: false },
  7: { turn: 270, isMirrored: true },
  8: { turn: 90, isMirrored: false },
}

/** The quarters as a camera in one of the eight EXIF orientations stores them. In a WebP they are upright, because browsers
 *  ignore its orientation. */
export async function storedByCamera(
  orientation: number,
  format: 'jpeg' | 'png' | 'webp' | 'avif',
): Promise<Buffer> {
  const { turn, isMirrored } = (format === 'webp' ? null : stored[orientation]) ?? {
    turn: 0,
    isMirrored: false,
  }
  const turned = await sharp(await quarters().png().toBuffer())
    .rotate(turn)
    .png()
    .toBuffer()
  const laid = isMirrored ? await sharp(turned).flop().png().toBuffer() : turned
  return sharp(laid).withMetadata({ orientation }).toFormat(format).toBuffer()
}
