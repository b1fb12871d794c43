/** A colour in sRGB: red, green, blue, each 0 to 255. */
export type Rgb = readonly [number, number, number]

/** A colour in CIELAB for the white point D65. */
export type Lab = readonly [lightness: number, a: number, b: number]

/** The distance of two colours of sRGB by CIEDE2000: about 1 is just noticeable, black to white is 100. */
export function colourDistance(one: Rgb, other: Rgb): number {
  return ciede2000(labOf(one), labOf(other))
}

/** sRGB to CIELAB by way of CIE XYZ (IEC 61966-2-1). */
function labOf(colour: Rgb): Lab {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [linear(colour[0]), linear(colour[1]), linear(colour[2])]
  const curve = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29)
  const x = curve((0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b) / 0.950_47)
  const y = curve(0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b)
  const z = curve((0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * b) / 1.088_83)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const inRadians = (degrees: number) => (degrees * Math.PI) / 180
const cosine = (degrees: number) => Math.cos(inRadians(degrees))

/** The colour difference CIEDE2000 with all weights 1. Names are those of Sharma, Wu, Dalal: The CIEDE2000
 *  color-difference formula, 2005, https://doi.org/10.1002/col.20070 */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = (1 - saturation(meanC)) / 2
  const [c1, c2] = [Math.hypot((1 + g) * a1, b1), Math.hypot((1 + g) * a2, b2)]
  const [h1, h2] = [hueOf((1 + g) * a1, b1), hueOf((1 + g) * a2, b2)]
  const isGrey = c1 * c2 === 0
  const turn = h2 - h1
  const deltaHue = isGrey ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin(inRadians(deltaHue / 2))
  const sum = h1 + h2
  const hue = isGrey ? sum : Math.abs(turn) <= 180 ? sum / 2 : (sum + (sum < 360 ? 360 : -360)) / 2
  const c = (c1 + c2) / 2
  const t =
    1 -
    0.17 * cosine(hue - 30) +
    0.24 * cosine(2 * hue) +
    0.32 * cosine(3 * hue + 6) -
    0.2 * cosine(4 * hue - 63)
  const fromMiddle = ((l1 + l2) / 2 - 50) ** 2
  const lightness = (l2 - l1) / (1 + (0.015 * fromMiddle) / Math.sqrt(20 + fromMiddle))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const hueShare = deltaH / (1 + 0.015 * c * t)
  const rotation = -2 * saturation(c) * Math.sin(inRadians(60 * Math.exp(-(((hue - 275) / 25) ** 2))))
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hueShare ** 2 + rotation * chroma * hueShare)
}

const saturation = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))

/** In degrees, 0 to 360. */
function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}
