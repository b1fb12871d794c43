// The limit of an upload: sharp makes the same renditions, from a file to memory, and nothing else.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { answerEach } from './answer'

answerEach(z.object({ file: z.string() }), async ({ file }) => {
  const start = performance.now()
  const { data, info } = await sharp(await readFile(file))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const scale = Math.min(640 / width, Math.sqrt(400_000 / (width * height)))
  const small = () => pixels().resize({ width: Math.round(width * scale) })
  await Promise.all([
    pixels().webp({ lossless: true, effort: 1, quality: 25 }).toBuffer(),
    pixels().resize({ width: 1_080 }).webp({ quality: 80, effort: 2, smartSubsample: true }).toBuffer(),
    pixels().jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer(),
    small().webp({ quality: 82, effort: 4 }).toBuffer(),
    small().jpeg({ quality: 82, mozjpeg: true }).toBuffer(),
    pixels().resize({ width: 20 }).webp({ quality: 40, effort: 4 }).toBuffer(),
  ])
  return { milliseconds: performance.now() - start }
})
