// The same design with the same pins in Annotorious: its image annotator over an image in a scroll container,
// whose width changes with Ctrl and the wheel around the pointer. This is the usual way to use it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { listen } from './listen'

const library = dirname(createRequire(import.meta.url).resolve('@annotorious/annotorious'))
const folder = process.env['FOLDER'] ?? ''
/** CSS pixels of the frame, and of the design in it before zooming. */
const frameSize = { width: Number(process.env['FRAME_WIDTH']), height: Number(process.env['FRAME_HEIGHT']) }
const designWidth = Number(process.env['DESIGN_WIDTH'])

const page = `<!doctype html>
<html lang="en">
<title>Annotorious</title>
<link rel="stylesheet" href="/annotorious.css">
<style>
  body { margin: 0 }
  #frame { width: ${frameSize.width}px; height: ${frameSize.height}px; overflow: auto }
  #design { display: block; width: ${designWidth}px; max-width: none }
</style>
<div id="frame"><img id="design" src="/design" alt="Design"></div>
<script src="/annotorious.js"></script>
<script src="/page.js"></script>
</html>`

const script = `
const frame = document.querySelector('#frame')
const image = document.querySelector('#design')
let width = ${designWidth}

frame.addEventListener('wheel', (event) => {
  if (!event.ctrlKey) return
  event.preventDefault()
  const box = frame.getBoundingClientRect()
  const [x, y] = [event.clientX - box.left, event.clientY - box.top]
  const factor = Math.exp(-event.deltaY / 100)
  width *= factor
  image.style.width = width + 'px'
  frame.scrollTo((frame.scrollLeft + x) * factor - x, (frame.scrollTop + y) * factor - y)
}, { passive: false })

let last = null
frame.addEventListener('pointerdown', (event) => { last = event })
addEventListener('pointermove', (event) => {
  if (!last) return
  frame.scrollBy(last.clientX - event.clientX, last.clientY - event.clientY)
  last = event
})
addEventListener('pointerup', () => { last = null })

image.decode().then(async () => {
  const annotator = Annotorious.createImageAnnotator(image, { drawingEnabled: false })
  const pins = await (await fetch('/pins')).json()
  annotator.setAnnotations(pins.map(({ x, y }, index) => {
    const id = 'pin-' + index
    const bounds = { minX: x - 12, minY: y - 12, maxX: x + 12, maxY: y + 12 }
    const geometry = { x: x - 12, y: y - 12, w: 24, h: 24, bounds }
    return { id, bodies: [], target: { annotation: id, selector: { type: 'RECTANGLE', geometry } } }
  }))
  document.title = annotator.getAnnotations().length + ' pins'
})
`

const files = new Map<string, { type: string; body: string | Buffer }>([
  ['/', { type: 'text/html', body: page }],
  ['/page.js', { type: 'text/javascript', body: script }],
  ['/annotorious.js', { type: 'text/javascript', body: await readFile(join(library, 'annotorious.js')) }],
  ['/annotorious.css', { type: 'text/css', body: await readFile(join(library, 'annotorious.css')) }],
  ['/design', { type: 'image/webp', body: await readFile(join(folder, 'design')) }],
  ['/pins', { type: 'application/json', body: await readFile(join(folder, 'pins')) }],
])

await listen(
  createServer((req, res) => {
    const file = files.get(req.url ?? '')
    if (file) res.writeHead(200, { 'Content-Type': file.type }).end(file.body)
    else res.writeHead(404).end()
  }),
)
