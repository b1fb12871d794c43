import type { Random } from '@pinmark/testbed/random'
import { quarters } from './quarters'

const svg = 'xmlns="http://www.w3.org/2000/svg" width="40" height="40"'
const svgs = [
  `<svg ${svg}><script>top.ran()</script></svg>`,
  `<svg ${svg} onload="ran()"></svg>`,
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${svg}><text>&x;</text></svg>`,
  `<svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="http://owned.test/x"/></svg>`,
  `<svg ${svg}><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="ran()"/></foreignObject></svg>`,
  `<svg ${svg}><use href="data:image/svg+xml,&lt;svg id='x' onload='ran()'/&gt;#x"/></svg>`,
  `<svg ${svg}><style>@import url(http://owned.test/);</style></svg>`,
  `\ufeff <!-- x --> <svg ${svg}><set attributeName="onload" to="ran()"/></svg>`,
]
const pages = [
  '<!doctype html><script>ran()</script>',
  '<html xmlns="http://www.w3.org/1999/xhtml"><body onload="ran()"/></html>',
  'GIF89a/*<svg onload=ran()>*/=ran()//',
  '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
]

/** Files that would run if a browser treated them as a page: drawings with scripts, pages with the name of a
 *  picture, and pictures that contain a page or are followed by one. */
export async function activeFiles(random: Random): Promise<Record<string, Buffer>> {
  const page = Buffer.from(`<html><body onload=ran()><script>ran()</script><!--${random.next()}`)
  const [png, jpeg, gif, webp] = await Promise.all([
    quarters().png().toBuffer(),
    quarters().jpeg().toBuffer(),
    quarters().gif().toBuffer(),
    quarters().webp().toBuffer(),
  ])
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
  const behind = Object.entries({ png, jpeg, gif, webp }).map(([kind, file]) => [
    `a ${kind} with a page behind it`,
    Buffer.concat([file, page]),
  ])
  return {
    ...Object.fromEntries(svgs.map((text, at) => [`drawing ${at}`, Buffer.from(text)])),
    ...Object.fromEntries(pages.map((text, at) => [`page ${at}`, Buffer.from(text)])),
    ...Object.fromEntries(behind),
    'a jpeg with a page in its comment': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
  }
}
