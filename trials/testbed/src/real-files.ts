import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Files as design tools, browsers and scripts write them. Each stands for a kind of file. */
export interface RealFile {
  name: string
  buffer: Buffer
}

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const size = 'width="200" height="120"'
const box = '<rect class="a" x="20" y="20" width="100" height="60"/>'
const red = '<rect x="20" y="20" width="100" height="60" fill="#d22828"/>'
const font = 'font-family="DejaVu Sans, Liberation Sans" font-size="30"'

const svg = (content: string, attributes = size) =>
  `<svg ${namespaces} ${attributes}><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`
const styled = (css: string, content = box) => svg(`<style>${css}</style>${content}`)
const utf16 = (text: string) => Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le')
const html = (content: string, style = '') =>
  `<foreignObject x="10" y="10" width="150" height="80"><div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${content}</div></foreignObject>`

/** Drawings that differ between renderers. */
const drawings: Record<string, string | Buffer> = {
  'HTML text': svg(html('Checkout', 'font:24px sans-serif')),
  'HTML with a fallback': svg(
    `<switch>${html('Checkout flow', 'background:#d22828')}<text x="20" y="60">Checkout f...</text></switch>`,
  ),
  'blur behind': svg(`${red}${html('', 'backdrop-filter:blur(4px);height:100%;width:100%')}`),
  variables: styled(':root{--top:#d22828}.a{fill:var(--top)}'),
  calc: styled('.a{fill:#d22828;width:calc(50% + 20px)}'),
  'media query': styled('@media (min-width:10px){.a{fill:#d22828}}'),
  layer: styled('@layer b{.a{fill:#d22828}}'),
  selectors: styled(':is(.a,.b){fill:#d22828}'),
  nesting: styled('g{.a{fill:#d22828}}', `<g>${box}</g>`),
  oklch: styled('.a{fill:oklch(0.6 0.2 30)}'),
  'mixed colours': styled('.a{fill:color-mix(in srgb,#d22828,#283cd2)}'),
  'Display P3': svg(
    '<rect width="200" height="60" style="fill:#D22828;fill:color(display-p3 0.8235 0.1569 0.1569)"/>',
  ),
  'clip path': svg('<rect width="100" height="100" fill="#d22828" style="clip-path:circle(30px)"/>'),
  'mask of a gradient': svg(
    '<rect width="100" height="100" fill="#d22828" style="mask:linear-gradient(#000,transparent)"/>',
  ),
  'transform origin': svg(
    '<rect x="50" y="20" width="60" height="60" fill="#d22828" style="transform-origin:center;transform-box:fill-box;transform:rotate(45deg)"/>',
  ),
  'translate property': svg('<rect width="60" height="60" fill="#d22828" style="translate:50px 20px"/>'),
  'background of the root': `<svg ${namespaces} ${size} style="background:#d22828"><rect width="20" height="20"/></svg>`,
  'size in CSS': `<svg ${namespaces} style="width:200px;height:120px"><rect width="100" height="80" fill="#d22828"/></svg>`,
  animation: svg(
    '<rect width="60" height="60" fill="#000"><animate attributeName="fill" values="#d22828;#283cd2" dur="100000s"/></rect>',
  ),
  keyframes: styled('@keyframes k{from{fill:#d22828}to{fill:#d22828}}.a{animation:k 9999s infinite}'),
  'text on a path': svg(
    `<path id="p" d="M10 80 H190" fill="none"/><text ${font}><textPath href="#p">ALONG</textPath></text>`,
  ),
  'letters in positions': svg(`<text ${font} x="10 60 120" y="80">HAM</text>`),
  'stretched text': svg(`<text ${font} x="10" y="80" textLength="180">HAM</text>`),
  text: svg(`<text ${font} x="10" y="80">HAMBURG</text>`),
  'other scripts': svg(`<text ${font} x="10" y="80">日本語 مرحبا 😀</text>`),
  'blend mode': svg(
    `${red}<rect x="60" y="40" width="80" height="60" fill="#283cd2" style="mix-blend-mode:multiply"/>`,
  ),
  'blend mode in a clip': svg(
    `${red}<clipPath id="c"><rect width="200" height="90"/></clipPath><g clip-path="url(#c)"><rect x="60" y="40" width="80" height="60" fill="#283cd2" style="mix-blend-mode:multiply"/></g>`,
  ),
  'a colour without another one': svg('<rect width="200" height="60" style="fill:color(srgb 0.8 0.2 0.2)"/>'),
  'a transform without units': svg(
    '<rect width="80" height="40" fill="#d22828" style="transform:translate(80,40)"/>',
  ),
  'spaces in a row': svg(`<text ${font} style="white-space:pre" x="10" y="60">A      B</text>`),
  'a wavy line': svg(`<text ${font} style="text-decoration:underline wavy" x="10" y="60">HAM</text>`),
  'a lighting filter': svg(
    `<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="4"/><feDiffuseLighting surfaceScale="5"><fePointLight x="50" y="20" z="60"/></feDiffuseLighting></filter><g filter="url(#f)">${red}</g>`,
  ),
  'underlined text': svg(`<text ${font} text-decoration="underline"><tspan x="10" y="80">HAM</tspan></text>`),
  filter: svg(
    '<rect x="30" y="30" width="60" height="60" fill="#d22828" style="filter:drop-shadow(10px 10px 2px #283cd2)"/>',
  ),
  'a long comment': `<?xml version="1.0"?><!-- ${'x'.repeat(100_000)} -->${svg(red)}`,
  'a document type with entities': `<!DOCTYPE svg [${Array.from({ length: 99 }, (_, at) => `<!ENTITY e${at} "http://ns.adobe.com/${at}">`).join('')}<!ENTITY w "100">]>${svg('<rect width="&w;" height="60" fill="#d22828"/>')}`,
  'UTF-16': utf16(svg(`<text ${font} x="10" y="80">Ärger</text>`)),
  'UTF-16 big-endian': utf16(svg(red)).swap16(),
  'windows-1252': Buffer.from(
    `<?xml version="1.0" encoding="windows-1252"?>${svg(`<text ${font} x="10" y="80">Ärger \x80</text>`)}`,
    'latin1',
  ),
  Shift_JIS: `<?xml version="1.0" encoding="Shift_JIS"?>${svg(red)}`,
  'a prefix': `<v:svg xmlns:v="http://www.w3.org/2000/svg" ${size}><v:rect width="100" height="80" fill="#d22828"/></v:svg>`,
  'a view box alone': svg(red, 'viewBox="0 0 200 120"'),
  'a large view box': svg(
    '<rect width="20000" height="6000" fill="#d22828"/>',
    'viewBox="0 0 20000 12000" width="100%"',
  ),
  'a tall page': svg(
    '<rect y="20000" width="1440" height="5000" fill="#d22828"/>',
    'width="1440" height="30000"',
  ),
  millimetres: svg(
    '<rect width="40" height="40" fill="#d22828"/>',
    'width="50mm" height="30mm" viewBox="0 0 200 120"',
  ),
  'millimetres without a view box': svg(red, 'width="80mm" height="48mm"'),
  'millimetres and pixels': svg(red, 'width="80mm" height="300" viewBox="0 0 200 120"'),
  'millimetres inside': svg('<rect width="20mm" height="10mm" fill="#d22828"/>'),
  'points in CSS': styled('path{stroke-width:20pt}', '<path d="M10 60H190" stroke="#d22828"/>'),
  'the size of the text': svg('<rect width="4em" height="2em" fill="#d22828"/>'),
  'the size of the text in points': svg(
    '<g font-size="24pt"><rect width="4em" height="2em" fill="#d22828"/></g>',
  ),
  'text in a named size': svg(
    '<text font-family="DejaVu Sans" font-size="xx-large" x="10" y="60">HAM</text>',
  ),
  'turned letters': svg(`<text ${font} rotate="30" x="10" y="60">HAM</text>`),
  'text without kerning': svg(`<text ${font} style="font-kerning:none" x="10" y="60">AVAVA</text>`),
  'upright letters': svg(
    `<text ${font} style="writing-mode:vertical-rl;text-orientation:upright" x="100" y="10">HAM</text>`,
  ),
  'a size in the size of the text': svg(red, 'width="20em" height="12em" viewBox="0 0 200 120"'),
  'the width of letters': svg(
    '<g font-family="DejaVu Sans" font-size="20"><rect width="6ch" height="60" fill="#d22828"/></g>',
  ),
  Illustrator: `<svg ${namespaces} x="0px" y="0px" viewBox="0 0 200 120" style="enable-background:new 0 0 200 120;">${red}</svg>`,
  'background in a rule': `<svg ${namespaces} ${size}><style>svg{background:#ffd}</style>${red}</svg>`,
  'a style for the dark': svg(
    `<style media="(prefers-color-scheme: dark)">.a{fill:#283cd2}</style><g fill="#d22828">${box}</g>`,
  ),
  'a dark scheme': svg(box.replace('class="a"', 'fill="currentColor"'), `${size} style="color-scheme:dark"`),
  'a namespace in CSS': styled('@namespace s url(http://www.w3.org/2000/svg);s|rect.a{fill:#d22828}'),
  'a transform in space': svg(
    '<rect width="80" height="40" fill="#d22828" style="transform:translate3d(40px,20px,0)"/>',
  ),
  'a transform in shares': svg(
    '<rect width="80" height="40" fill="#d22828" style="transform:translate(25%,25%)"/>',
  ),
  'a transform in millimetres': svg(
    '<rect width="80" height="40" fill="#d22828" style="transform:translateX(10mm)"/>',
  ),
  'a mask with its position': svg(
    '<mask id="m"><rect width="70" height="120" fill="#fff"/></mask><rect width="150" height="80" fill="#d22828" style="mask:url(#m) no-repeat"/>',
  ),
  'a symbol with a size': svg(
    '<symbol id="s" viewBox="0 0 10 10" width="50" height="50"><circle cx="5" cy="5" r="5" fill="#d22828"/></symbol><use href="#s" x="10" y="10"/>',
  ),
  'the image behind a filter': svg(
    `${red}<filter id="f"><feFlood flood-opacity="0"/><feBlend in="SourceGraphic" in2="BackgroundImage" mode="multiply"/></filter><rect x="60" y="40" width="80" height="60" fill="#283cd2" filter="url(#f)"/>`,
  ),
  'a picture in a filter': svg(
    `<filter id="f"><feImage href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='30' height='30' fill='red'/%3E%3C/svg%3E"/></filter><rect width="90" height="60" filter="url(#f)"/>`,
  ),
  'a picture elsewhere': svg(`${red}<image width="10" height="10" href="https://studio.test/x.png"/>`),
}

async function pictures(): Promise<Record<string, string>> {
  const picture = () => sharp({ create: { width: 40, height: 40, channels: 3, background: '#d22828' } })
  const embedded = (type: string, bytes: Buffer) =>
    svg(
      `<image x="10" y="10" width="90" height="90" href="data:image/${type};base64,${bytes.toString('base64')}"/>`,
    )
  const noise = sharp({
    create: {
      width: 2_200,
      height: 1_700,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
      background: '#fff',
    },
  })
  return {
    'embedded PNG': embedded('png', await picture().png().toBuffer()),
    'embedded JPEG': embedded('jpeg', await picture().jpeg().toBuffer()),
    'embedded WebP': embedded('webp', await picture().webp().toBuffer()),
    'embedded AVIF': embedded('avif', await picture().avif().toBuffer()),
    'embedded GIF': embedded('gif', await picture().gif().toBuffer()),
    'embedded SVG': embedded('svg+xml', Buffer.from(svg(red))),
    'embedded SVG with variables': embedded(
      'svg+xml',
      Buffer.from(styled(':root{--top:#d22828}.a{fill:var(--top)}')),
    ),
    'embedded PNG with one side': embedded('png', await picture().png().toBuffer()).replace(
      'height="90" ',
      '',
    ),
    'embedded JPEG called PNG': embedded('png', await picture().jpeg().toBuffer()),
    'embedded PNG of 10 MB': embedded('png', await noise.png({ compressionLevel: 0 }).toBuffer()),
  }
}

const modulesOfApp = fileURLToPath(new URL('../../../apps/web/node_modules', import.meta.url))
const inter = join(modulesOfApp, '@fontsource-variable', 'inter', 'files', 'inter-latin-wght-normal.woff2')

/** A font in the file, as Excalidraw writes it. */
function fontInside(): string {
  const face = `@font-face{font-family:X;src:url(data:font/woff2;base64,${readFileSync(inter, 'base64')})}`
  return styled(face, '<text x="10" y="80" font-size="40" font-family="X">Rag</text>')
}

async function rasters(): Promise<Record<string, Buffer>> {
  const plain = (background: string, width = 120, height = 80) =>
    sharp({ create: { width, height, channels: 3, background } })
  const half = (image: Sharp) =>
    image.composite([{ input: { create: { width: 60, height: 40, channels: 3, background: '#283cd2' } } }])
  const design = () => half(plain('#d22828'))
  const frames = await Promise.all([plain('#fff').png().toBuffer(), design().png().toBuffer()])
  const animated = () => sharp(frames, { join: { animated: true } })
  const png = await design().png().toBuffer()
  const jpeg = await design().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  const wrongSum = Buffer.from(png)
  const idat = wrongSum.indexOf('IDAT')
  wrongSum.writeUInt32BE(crc32('no') >>> 0, idat + 4 + wrongSum.readUInt32BE(idat - 4))
  const tall = sharp({ create: { width: 1_440, height: 30_000, channels: 3, background: '#fff' } }).composite(
    [
      {
        input: { create: { width: 700, height: 9_000, channels: 3, background: '#d22828' } },
        top: 20_000,
        left: 300,
      },
    ],
  )
  const tallPng = await tall.png().toBuffer()
  return {
    'wrong checksum.png': wrongSum,
    'no end PNG.png': png.subarray(0, -12),
    'half JPEG.jpg': jpeg.subarray(0, jpeg.length / 2),
    'half PNG.png': tallPng.subarray(0, tallPng.length / 2),
    'half WebP.webp': (await design().webp().toBuffer()).subarray(0, 60),
    'half AVIF.avif': (await design().avif().toBuffer()).subarray(0, -40),
    'tall PNG.png': tallPng,
    'tall JPEG.jpg': await sharp(tallPng).jpeg({ quality: 90 }).toBuffer(),
    'tall with transparency.png': await sharp(tallPng).ensureAlpha(0.5).png().toBuffer(),
    'wide.png': await plain('#d22828', 40_000, 60).png().toBuffer(),
    'blank first GIF.gif': await animated()
      .gif({ delay: [20, 60_000] })
      .toBuffer(),
    'blank first WebP.webp': await animated()
      .webp({ lossless: true, delay: [20, 60_000] })
      .toBuffer(),
    'no colours GIF.gif': withoutColours(await design().gif().toBuffer()),
    '12-bit JPEG.jpg': deepJpeg(await design().jpeg({ progressive: true }).toBuffer()),
    'turned JPEG.jpg': await design().jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer(),
    'CMYK with a profile for RGB.jpg': withProfile(
      await design().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      await sharp(jpeg).withIccProfile('p3').jpeg().toBuffer(),
    ),
    'limited range.png': withChunks(png, [['cICP', Buffer.from([1, 8, 0, 0])]]),
    'blank first APNG.png': await blankFirstPng(await design().removeAlpha().png().toBuffer()),
    'small first APNG.png': smallFirstPng(
      png,
      await half(plain('#d22828', 60, 40))
        .png()
        .toBuffer(),
    ),
    'a TIFF.tiff': await design().tiff().toBuffer(),
    'turned WebP.webp': await design().webp({ lossless: true }).withMetadata({ orientation: 6 }).toBuffer(),
  }
}

/** The JPEG with the colour profile of another one, which is its first segment with that name. */
function withProfile(jpeg: Buffer, other: Buffer): Buffer {
  const at = other.indexOf('ICC_PROFILE') - 4
  const segment = other.subarray(at, at + 2 + other.readUInt16BE(at + 2))
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** The GIF without the colour table of all its pictures. */
function withoutColours(gif: Buffer): Buffer {
  const flags = gif[10] ?? 0
  const tableEnd = 13 + 3 * 2 ** ((flags & 7) + 1)
  const screen = Buffer.from(gif.subarray(0, 13))
  screen[10] = flags & 0x7f
  return Buffer.concat([screen, gif.subarray(tableEnd)])
}

/** The JPEG as if its values had 12 bits. */
function deepJpeg(progressive: Buffer): Buffer {
  const deep = Buffer.from(progressive)
  deep[deep.indexOf(Buffer.from([0xff, 0xc2])) + 4] = 12
  return deep
}

type Chunk = readonly [type: string, data: Buffer]

function chunkOf([type, data]: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

const numbers = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const four = Buffer.alloc(4)
      four.writeUInt32BE(value)
      return four
    }),
  )

/** The end of a PNG's first chunk. */
const headerEnd = 33

const withChunks = (png: Buffer, chunks: readonly Chunk[]) =>
  Buffer.concat([png.subarray(0, headerEnd), ...chunks.map(chunkOf), png.subarray(headerEnd)])

/** An animation whose second picture is the PNG, and stays. */
async function blankFirstPng(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const blank = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const control = (number: number, ms: number) => {
    const times = Buffer.from([ms >> 8, ms & 255, 1_000 >> 8, 1_000 & 255, 0, 0])
    return ['fcTL', Buffer.concat([numbers(number, width, height, 0, 0), times])] as const
  }
  const pixelsAt = png.indexOf('IDAT')
  const pixels = png.subarray(pixelsAt + 4, pixelsAt + 4 + png.readUInt32BE(pixelsAt - 4))
  const second = [control(1, 60_000), ['fdAT', Buffer.concat([numbers(2), pixels])] as const]
  const animation = withChunks(blank, [['acTL', numbers(2, 1)], control(0, 20)])
  const end = animation.length - 12
  return Buffer.concat([animation.subarray(0, end), ...second.map(chunkOf), animation.subarray(end)])
}

/** An animated PNG whose first picture covers a part of the canvas. Its default image is hidden. */
function smallFirstPng(byDefault: Buffer, first: Buffer): Buffer {
  const pixelsAt = first.indexOf('IDAT')
  const pixels = first.subarray(pixelsAt + 4, pixelsAt + 4 + first.readUInt32BE(pixelsAt - 4))
  const control = Buffer.concat([numbers(0, 60, 40, 30, 20), Buffer.from([0, 1, 0, 1, 0, 0])])
  const animation = withChunks(byDefault, [['acTL', numbers(1, 1)]])
  const frame = [
    ['fcTL', control],
    ['fdAT', Buffer.concat([numbers(1), pixels])],
  ] as const
  const end = animation.length - 12
  return Buffer.concat([animation.subarray(0, end), ...frame.map(chunkOf), animation.subarray(end)])
}

/** Further files of one's own, in the folder of REAL_FILES. */
function ownFiles(): RealFile[] {
  const folder = process.env['REAL_FILES']
  if (!folder) return []
  const names = readdirSync(folder).filter((name) => /\.(?:svg|png|jpe?g|webp|avif|gif)$/i.test(name))
  return names.map((name) => ({ name, buffer: readFileSync(`${folder}/${name}`) }))
}

export async function realFiles(): Promise<RealFile[]> {
  const drawn = { ...drawings, ...(await pictures()), 'a font inside': fontInside() }
  return [
    ...Object.entries(drawn).map(([name, content]) => ({
      name: `${name}.svg`,
      buffer: Buffer.from(content),
    })),
    ...Object.entries(await rasters()).map(([name, buffer]) => ({ name, buffer })),
    ...ownFiles(),
  ]
}
