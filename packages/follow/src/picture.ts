/** A decoded image in sRGB: rows from top to bottom, `channels` bytes per pixel (1: grey; 3: red, green, blue). */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}
