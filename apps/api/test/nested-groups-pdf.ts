import { pdfOf } from '@pinmark/testbed/test-pdf'

/** A page of the largest size with nested transparent groups, each of which needs pixels of its own for the whole page. */
export function nestedGroupsPdf(depth: number): Buffer {
  const resources = (at: number) => `<< /ExtGState << /H << /ca 0.5 >> >> /XObject << /G ${at} 0 R >> >>`
  const levels = Array.from({ length: depth }, (_, at) => {
    const content = `/H gs 1 0 0 rg 0 0 3500 3500 re f ${at < depth - 1 ? '/G Do' : ''}`
    const group = '/Type /XObject /Subtype /Form /BBox [0 0 3500 3500] /Group << /S /Transparency /I true >>'
    const head = `<< ${group} /Resources ${resources(at + 6)} /Length ${content.length} >>`
    return `${head}\nstream\n${content}\nendstream`
  })
  const pdf = pdfOf([{ width: 3_500, height: 3_500, content: '/H gs /G Do' }], { extra: levels })
  return Buffer.from(
    pdf.toString('latin1').replace(/\/Resources << \/Font.*$/m, `/Resources ${resources(5)} >>`),
    'latin1',
  )
}
