import { deflateSync } from 'node:zlib'
import { filledPage, pdfOf, type PdfPage } from '@pinmark/testbed/test-pdf'

const page = filledPage(60, 40, [0, 0.5, 0.8])
/** The number of the first object after a document of one page. */
const first = 5

/** A page with more objects, from number 5 on. `resources` are added to its font. */
function documentWith(
  extra: string[],
  { content = page.content, resources = '', catalogue = '', of = '' } = {},
) {
  const text = pdfOf([{ ...page, content }], { extra, catalogue }).toString('latin1')
  return Buffer.from(text.replace('/Resources << /Font', `${of} /Resources << ${resources} /Font`), 'latin1')
}

function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Valid documents to be damaged: text, paths, compressed content, an image, a form, several pages. */
export function soundPdfs(): Buffer[] {
  const text: PdfPage = { width: 60, height: 40, content: 'BT /F 12 Tf 4 20 Td (Norra Nights) Tj ET' }
  const paths = { ...page, content: '2 w 1 0 0 RG 3 3 m 20 60 40 -20 57 37 c S 10 10 20 20 re B*' }
  const packed = deflateSync(Buffer.from(paths.content)).toString('latin1')
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    '\xff\0\0\0\xff\0\0\0\xff\xff\xff\0',
  )
  const form = stream('/Type /XObject /Subtype /Form /BBox [0 0 60 40]', '0 1 0 rg 5 5 20 20 re f')
  return [
    pdfOf([text, page, paths]),
    documentWith([image, form], {
      content: 'q 60 0 0 40 0 0 cm /I Do Q /G Do',
      resources: `/XObject << /I ${first} 0 R /G ${first + 1} 0 R >>`,
    }),
    documentWith([stream('/Type /XObject /Subtype /Form /BBox [0 0 60 40] /Filter /FlateDecode', packed)], {
      content: '/G Do',
      resources: `/XObject << /G ${first} 0 R >>`,
    }),
  ]
}

/** Every way in which a document can refer to external content.
 *  @param origin a folder or a server with the canary `red.png` */
export function reachingPdfs(origin: string): Record<string, Buffer> {
  const file = `(${origin}/red.png)`
  const spec = `<< /Type /Filespec /FS /URL /F ${file} /UF ${file} >>`
  const action = (body: string) => `/OpenAction << ${body} >>`
  const picture =
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8'
  const onPage = (object: string, of = '') =>
    documentWith([object], {
      content: 'q 60 0 0 40 0 0 cm /I Do Q',
      resources: `/XObject << /I ${first} 0 R >>`,
      of,
    })
  return {
    'a link that opens': documentWith([], { catalogue: action(`/S /URI /URI ${file}`) }),
    'a program that starts': documentWith([], { catalogue: action(`/S /Launch /F ${file}`) }),
    'another document that opens': documentWith([], {
      catalogue: action(`/S /GoToR /F ${file} /D [0 /Fit]`),
    }),
    'a form that is sent': documentWith([], { catalogue: action(`/S /SubmitForm /F ${spec}`) }),
    'data that is imported': documentWith([], { catalogue: action(`/S /ImportData /F ${file}`) }),
    'a script': documentWith([], {
      catalogue: action(
        `/S /JavaScript /JS (app.launchURL\\("${origin}/red.png"\\); this.submitForm\\("${origin}"\\))`,
      ),
    }),
    'an action of the page': documentWith([], { of: `/AA << /O << /S /URI /URI ${file} >> >>` }),
    'a picture in another file': onPage(`<< ${picture} /Length 0 /F ${spec} >>\nstream\n\nendstream`),
    'a picture by reference': onPage(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 60 40] /Ref << /F ${spec} /Page 0 >> /Length 0 >>\nstream\n\nendstream`,
    ),
    'a font in another file': documentWith(
      [
        `<< /Type /Font /Subtype /TrueType /BaseFont /R /FontDescriptor << /FontFile2 << /F ${spec} /Length 0 >> >> >>`,
      ],
      { content: 'BT /R 12 Tf 4 20 Td (red) Tj ET', resources: `/Font << /R ${first} 0 R >>` },
    ),
    'a form with a template': documentWith(
      [
        stream(
          '',
          `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template href="${origin}/red.png"/></xdp:xdp>`,
        ),
      ],
      { catalogue: `/AcroForm << /Fields [] /XFA ${first} 0 R >>` },
    ),
    'an attachment': documentWith([], {
      catalogue: `/Names << /EmbeddedFiles << /Names [(a) ${spec}] >> >>`,
    }),
  }
}

/** Documents of a few kilobytes that expand to more than can be stored or drawn. */
export function pdfBombs(): Record<string, Buffer> {
  const zeros = deflateSync(deflateSync(Buffer.alloc(400_000_000), { level: 9 })).toString('latin1')
  const groups = Array.from({ length: 8 }, (_, at) => {
    const resources = `/ExtGState << /H << /ca 0.5 >> >> /XObject << /G ${first + at + 1} 0 R >>`
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 3500 3500] /Group << /S /Transparency /I true >> /Resources << ${resources} >>`,
      `/H gs 1 0 0 rg 0 0 3500 3500 re f ${at < 7 ? '/G Do' : ''}`,
    )
  })
  const forms = Array.from({ length: 12 }, (_, at) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 60 40] /Resources << /XObject << /G ${first + at + 1} 0 R >> >>`,
      at < 11 ? '/G Do '.repeat(10) : '0 0 1 1 re f',
    ),
  )
  const ofGroups = `/ExtGState << /H << /ca 0.5 >> >> /XObject << /G ${first} 0 R >>`
  return {
    'a stream of 400 MB, packed twice': documentWith(
      [stream('/Type /XObject /Subtype /Form /BBox [0 0 60 40] /Filter [/FlateDecode /FlateDecode]', zeros)],
      { content: '/G Do', resources: `/XObject << /G ${first} 0 R >>` },
    ),
    'transparent groups within one another': Buffer.from(
      documentWith(groups, { content: '/H gs /G Do', resources: ofGroups })
        .toString('latin1')
        .replace('[0 0 60 40]', '[0 0 3500 3500]'),
      'latin1',
    ),
    'forms within forms': documentWith(forms, {
      content: '/G Do',
      resources: `/XObject << /G ${first} 0 R >>`,
    }),
    'a form of itself': documentWith(
      [
        stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /G ${first} 0 R >> >>`,
          '/G Do',
        ),
      ],
      { content: '/G Do', resources: `/XObject << /G ${first} 0 R >>` },
    ),
    'pages that are their own parents': Buffer.from(
      pdfOf([page]).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'),
      'latin1',
    ),
    'a billion pages': Buffer.from(
      pdfOf([page]).toString('latin1').replace('/Count 1 ', '/Count 999999999 '),
      'latin1',
    ),
    'content without end': pdfOf([{ ...page, content: '0 0 m 60 80 60 0 0 80 c S '.repeat(900_000) }]),
    'a page of a kilometre': pdfOf([filledPage(2_800_000, 2_800_000, [1, 0, 0])]),
    'a page without extent': pdfOf([filledPage(0, 0, [1, 0, 0])]),
    'arrays within arrays': documentWith(['['.repeat(200_000)]),
    'a picture of 4,000 megapixels': documentWith(
      [
        stream(
          '/Type /XObject /Subtype /Image /Width 65000 /Height 65000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
          deflateSync(Buffer.alloc(1_000)).toString('latin1'),
        ),
      ],
      { content: 'q 60 0 0 40 0 0 cm /I Do Q', resources: `/XObject << /I ${first} 0 R >>` },
    ),
    'a table that begins in itself': Buffer.from(
      pdfOf([page], { trailer: '/Prev 9' })
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    ),
    'a head alone': Buffer.from('%PDF-1.7\n'),
  }
}
