import { deflateSync } from 'node:zlib'

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const size = 'width="40" height="40"'

function drawing(content: string, head = '', attributes = size): Buffer {
  return Buffer.from(`${head}<svg ${namespaces} ${attributes}><rect ${size} fill="#07c"/>${content}</svg>`)
}

/** Valid drawings to be damaged: text, gradients, filters, masks, patterns, an embedded picture, style
 *  sheets. */
export function soundDrawings(png: Buffer): Buffer[] {
  const embedded = `<image ${size} href="data:image/png;base64,${png.toString('base64')}"/>`
  return [
    drawing('<text x="2" y="20" font-size="12">Norra <tspan font-weight="bold">Nights</tspan></text>'),
    drawing(
      '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>' +
        '<filter id="b"><feGaussianBlur stdDeviation="2"/></filter></defs>' +
        '<circle cx="20" cy="20" r="15" fill="url(#g)" filter="url(#b)"/>',
    ),
    drawing(
      '<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0h2v2z"/></pattern>' +
        '<mask id="m"><rect width="30" height="30" fill="#fff"/></mask></defs>' +
        '<g mask="url(#m)"><rect width="40" height="40" fill="url(#p)"/><use href="#x" x="3"/></g><path id="x" d="M1 1L9 9"/>',
    ),
    drawing(`<style>rect { fill: #0a0; stroke: #000 }</style>${embedded}`),
  ]
}

/** Every way in which a drawing can refer to external content.
 *  @param origin a folder or a server with the canaries `red.png`, `red.svg` and `red.css` */
export function reachingDrawings(origin: string): Record<string, Buffer> {
  const image = `<image ${size} href="${origin}/red.png"/>`
  const nested = Buffer.from(`<svg ${namespaces} ${size}>${image}</svg>`).toString('base64')
  const include = (href: string, parse = 'xml') =>
    `<x:include xmlns:x="http://www.w3.org/2001/XInclude" parse="${parse}" href="${origin}/${href}"/>`
  return {
    'a picture': drawing(image),
    'a linked picture': drawing(`<image ${size} xlink:href="${origin}/red.png"/>`),
    'a drawing': drawing(`<image ${size} href="${origin}/red.svg"/>`),
    'a part of a drawing': drawing(`<use href="${origin}/red.svg#r"/>`),
    'a filter with a picture': drawing(
      `<filter id="f"><feImage href="${origin}/red.png"/></filter><rect ${size} filter="url(#f)"/>`,
    ),
    'a picture within an embedded drawing': drawing(
      `<image ${size} href="data:image/svg+xml;base64,${nested}"/>`,
    ),
    'a style sheet by @import': drawing(`<style>@import url("${origin}/red.css");</style>`),
    'a style sheet by instruction': drawing(
      '',
      `<?xml-stylesheet type="text/css" href="${origin}/red.css"?>`,
    ),
    'a font': drawing(
      `<style>@font-face { font-family: R; src: url("${origin}/red.png") } text { font-family: R }</style><text y="9">R</text>`,
    ),
    'an inclusion': drawing(include('red.svg')),
    'an inclusion of text': drawing(`<style>${include('red.css', 'text')}</style>`),
    'an entity': drawing('<style>&red;</style>', `<!DOCTYPE svg [<!ENTITY red SYSTEM "${origin}/red.css">]>`),
    'an entity of parameters': drawing(
      '',
      `<!DOCTYPE svg [<!ENTITY % red SYSTEM "${origin}/red.css"> %red;]>`,
    ),
    'an outer definition': drawing('', `<!DOCTYPE svg SYSTEM "${origin}/red.css">`),
    'a paint': drawing(`<rect ${size} fill="url(${origin}/red.svg#r)"/>`),
    'a mask': drawing(`<rect ${size} mask="url(${origin}/red.svg#r)"/>`),
    'a script': drawing(`<script href="${origin}/red.css"/><script>fetch("${origin}/red.png")</script>`),
    'a page': drawing(
      `<foreignObject ${size}><img xmlns="http://www.w3.org/1999/xhtml" src="${origin}/red.png"/></foreignObject>`,
    ),
  }
}

/** Drawings of a few kilobytes that expand to more than can be stored or drawn. */
export function drawingBombs(png: Buffer): Record<string, Buffer> {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
  const uses = Array.from(
    { length: 12 },
    (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
  ).join('')
  const patterns = Array.from(
    { length: 12 },
    (_, at) =>
      `<pattern id="p${at}" width="1" height="1">${`<rect width="1" height="1" fill="url(#p${at + 1})"/>`.repeat(10)}</pattern>`,
  ).join('')
  const blurs = '<feGaussianBlur stdDeviation="900"/>'.repeat(40)
  const noise = '<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(10)
  return {
    'entities within entities': drawing(
      '<text>&e12;</text>',
      `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>`,
    ),
    'uses within uses': drawing(`<defs><rect id="u0" width="1" height="1"/>${uses}</defs><use href="#u12"/>`),
    'a use of itself': drawing('<g id="a"><use href="#a"/></g>'),
    'patterns within patterns': drawing(`<defs>${patterns}</defs><rect ${size} fill="url(#p0)"/>`),
    'a million elements': drawing('<path d="M0 0"/>'.repeat(1_000_000)),
    'a hundred thousand levels': drawing('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
    'blurs over a large area': drawing(
      `<filter id="f" width="10" height="10">${blurs}</filter><rect width="3000" height="3000" filter="url(#f)"/>`,
      '',
      'width="3000" height="3000"',
    ),
    'noise over a large area': drawing(
      `<filter id="f">${noise}</filter><rect width="3000" height="3000" filter="url(#f)"/>`,
      '',
      'width="3000" height="3000"',
    ),
    'a path of a million points': drawing(`<path stroke="#000" d="M0 0${'L40 40L0 39'.repeat(500_000)}"/>`),
    'more pixels than are allowed': drawing('', '', 'width="16000" height="16000"'),
    'sizes beyond all numbers': drawing('', '', 'width="1e30" height="1e30"'),
    'an embedded picture of 900 megapixels': drawing(
      `<image ${size} href="data:image/png;base64,${hollowPng(30_000).toString('base64')}"/>`,
    ),
    'two thousand embedded pictures': drawing(
      `<image width="9" height="9" href="data:image/png;base64,${png.toString('base64')}"/>`.repeat(2_000),
    ),
    'no end': Buffer.from(`<svg ${namespaces} ${size}><g `),
    'another encoding': Buffer.from(`\uFEFF<svg ${namespaces} ${size}><rect ${size}/></svg>`, 'utf16le'),
  }
}

/** A PNG header that claims this width and height, with only a part of the black pixels. */
function hollowPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0], 8)
  // librsvg does not check the checksums of the chunks.
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const data = deflateSync(Buffer.alloc(50_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ])
}
