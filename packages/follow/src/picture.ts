/** An image in memory: rows from top to bottom, `channels` bytes a pixel (1 grey, 3 red, green, blue), sRGB. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}
