import sharp from 'sharp'
import { quarters } from './quarters'

/** The text in every kind of metadata of these pictures. */
const canary = 'PINMARK CANARY 52.5163N 13.3777E'

/** The marker of the coded data of a JPEG. */
const scan = Buffer.from([0xff, 0xda])

const xmp =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  `xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${canary}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** Pictures of every format with time, place and author in every kind of metadata that the format has. */
export async function imagesWithMetadata(): Promise<Record<string, Buffer>> {
  const told = (width?: number, height?: number) => exposed(width, height).withIccProfile('p3')
  const exposed = (width?: number, height?: number) =>
    quarters(width, height)
      .withExif({
        IFD0: { ImageDescription: canary, Artist: canary, Copyright: canary, Software: canary },
        IFD2: { DateTimeOriginal: '2026:01:02 03:04:05', UserComment: canary },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 30/1 58/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 22/1 39/1',
        },
      })
      .withXmp(xmp)
  const jpeg = await told().jpeg().toBuffer()
  // Upright and without a profile, so that it is shown without re-encoding.
  const keptJpeg = await exposed(1_600, 1_000).jpeg().toBuffer()
  const progressive = await exposed(1_600, 1_000).jpeg({ progressive: true }).toBuffer()
  const secondScan = progressive.indexOf(scan, progressive.indexOf(scan) + 2)
  const png = await told().png().toBuffer()
  const gif = await quarters().gif().toBuffer()
  return {
    jpeg,
    'jpeg with IPTC and a comment': afterStart(jpeg, 2, [
      segment(0xed, Buffer.from(`Photoshop 3.0\0${canary}`)),
      segment(0xfe, Buffer.from(canary)),
    ]),
    'kept jpeg with IPTC, comments and a second file behind it': Buffer.concat([
      ...[keptJpeg.subarray(0, 2), segment(0xfe, Buffer.from(canary))],
      ...[segment(0xed, Buffer.from(`Photoshop 3.0\0${canary}`)), keptJpeg.subarray(2), Buffer.from(canary)],
    ]),
    'kept jpeg with a comment between its scans': afterStart(progressive, secondScan, [
      segment(0xfe, Buffer.from(canary)),
    ]),
    png,
    'png with text': afterStart(png, 33, [pngText()]),
    // Wide enough for a narrow picture.
    'wide jpeg': await told(1_600, 1_000).jpeg().toBuffer(),
    webp: await told().webp().toBuffer(),
    avif: await told().avif().toBuffer(),
    // An extension with a comment, before the trailer.
    'gif with a comment': Buffer.concat([
      gif.subarray(0, -1),
      Buffer.from([0x21, 0xfe, canary.length]),
      Buffer.from(`${canary}\0;`),
    ]),
    'jpeg with a second file behind it': Buffer.concat([jpeg, Buffer.from(canary)]),
  }
}

/** The metadata of a file. */
export async function metadataIn(file: Buffer): Promise<string[]> {
  const { exif, xmp: xmpFound, iptc, icc, comments, orientation } = await sharp(file).metadata()
  const found = Object.entries({ exif, xmp: xmpFound, iptc, icc, comments, orientation })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const marks = [
    'CANARY',
    'Exif\0\0',
    'ns.adobe.com',
    'x:xmpmeta',
    'ICC_PROFILE',
    'Photoshop',
    'iCCP',
    'eXIf',
    'tEXt',
    'EXIF',
    'ICCP',
    'XMP ',
  ]
  const text = file.toString('latin1')
  return [...found, ...marks.filter((mark) => text.includes(mark)).map((mark) => JSON.stringify(mark))]
}

function afterStart(file: Buffer, at: number, parts: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Its checksum is zero, because most readers do not check chunks that are not needed for drawing. */
function pngText(): Buffer {
  const content = Buffer.from(`tEXtComment\0${canary}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length - 4)
  return Buffer.concat([size, content, Buffer.alloc(4)])
}
