import type { NamedColours } from './icc-profile'
import { coloursOfCodePoints } from './named-colours'

/** Boxes of an AVIF (ISO/IEC 14496-12, 23008-12). Names in brackets are full boxes, which begin with four bytes more. */
const pathToProperties = ['meta', 'iprp', 'ipco'] as const
const fullBoxes = new Set(['meta'])

/** The colours that the first `nclx` property of an AVIF names; null if they are sRGB, or a profile replaces them.
 *  Auxiliary pictures have none of their own. */
export function avifColours(avif: Buffer): NamedColours | null {
  let inside = avif
  for (const name of pathToProperties) {
    const box = boxesOf(inside).find(({ type }) => type === name)
    if (!box) return null
    inside = box.content.subarray(fullBoxes.has(name) ? 4 : 0)
  }
  const colours = boxesOf(inside).filter(({ type }) => type === 'colr')
  const ofKind = (kind: string) =>
    colours.find(({ content }) => content.toString('latin1', 0, 4) === kind)?.content
  const nclx = ofKind('nclx')
  if (!nclx || nclx.length < 8 || ofKind('prof') || ofKind('rICC')) return null
  return coloursOfCodePoints(nclx.readUInt16BE(4), nclx.readUInt16BE(6))
}

/** An animation as a still picture. Its file has a first picture too, but libvips knows files by their brand. */
export function stillAvif(avif: Buffer): Buffer {
  if (avif.toString('latin1', 8, 12) !== 'avis') return avif
  const still = Buffer.from(avif)
  still.write('avif', 8, 'latin1')
  return still
}

interface Box {
  type: string
  content: Buffer
}

/** The boxes in a row of them, as far as they are complete. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    // 0: to the end of the file. 1: a length of 64 bits, as for pixels of more than 4 GB.
    const end = length === 0 ? bytes.length : at + length
    if (length === 1 || end < at + 8 || end > bytes.length) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) })
    at = end
  }
  return boxes
}
