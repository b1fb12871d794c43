import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngOf, pngWithChunks } from '../../../test/sample-images'
import { barePng } from './png'
import { chunkOf } from './png-chunks'

const typesIn = (png: Uint8Array) =>
  Buffer.from(png)
    .toString('latin1')
    .match(/IHDR|PLTE|tRNS|gAMA|iCCP|eXIf|tEXt|zTXt|iTXt|tIME|IDAT|IEND/g)

test('a PNG loses its texts, and keeps its pixels, transparency, colours and orientation', async () => {
  const clearRed = { r: 255, g: 0, b: 0, alpha: 0.5 }
  const plain = await sharp({ create: { width: 64, height: 48, channels: 4, background: clearRed } })
    .withMetadata({ orientation: 6 })
    .png({ palette: true })
    .toBuffer()
  const packed = deflateSync(Buffer.from('Secret'))
  const source = pngWithChunks(plain, [
    ['tEXt', Buffer.from('Comment\0Secret')],
    ['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])],
    ['iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), packed])],
    ['tIME', Buffer.from([7, 234, 11, 25, 10, 0, 0])],
    ['prVt', Buffer.from('Secret')],
  ])

  const bare = barePng(Buffer.concat([source, Buffer.from('Secret')])).png

  const before = typesIn(plain)?.filter((type) => !['tEXt', 'zTXt', 'iTXt', 'tIME'].includes(type))
  expect(before).toEqual(expect.arrayContaining(['PLTE', 'tRNS', 'iCCP', 'eXIf']))
  expect(typesIn(bare)).toEqual(before)
  expect(Buffer.from(bare).includes('Secret')).toBe(false)
  const upright = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer()
  expect((await upright(bare)).equals(await upright(plain))).toBe(true)
})

test('what is not complete, or not known but critical, stays for the decoder to refuse', async () => {
  const { png } = barePng(await pngOf())
  for (const length of [0, 5, 8, 20, png.length - 20, png.length - 3]) {
    const cut = png.subarray(0, length)
    expect(barePng(cut).png).toEqual(cut)
  }
  expect(barePng(pngWithChunks(await pngOf(), [['QRST', Buffer.from('?')]])).png.includes('QRST')).toBe(true)
})

test('a colour behind the end of the palette is its last one, as in browsers', () => {
  const [signature, end] = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunkOf('IEND', Buffer.alloc(0))]
  const header = chunkOf('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 0, 0, 0]))
  const pixels = chunkOf('IDAT', deflateSync(Buffer.from([0, 0b1100_0000])))
  const withPalette = (colours: string, alphas: string) => {
    const palette = [
      chunkOf('PLTE', Buffer.from(colours, 'hex')),
      chunkOf('tRNS', Buffer.from(alphas, 'hex')),
    ]
    return Buffer.concat([signature, header, ...palette, pixels, end])
  }

  // Two bits a pixel: four colours.
  const [two, four] = ['ffffffff0000', 'ffffffff0000ff0000ff0000']
  expect(barePng(withPalette(two, 'ff')).png).toEqual(withPalette(four, 'ff'))
  expect(barePng(withPalette(two, 'ff8007')).png).toEqual(withPalette(four, 'ff808080'))
})
