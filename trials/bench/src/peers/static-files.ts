// Node's own HTTP server with files in memory. No server on this platform can be faster.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { listen } from './listen'

const folder = process.env['FOLDER'] ?? ''
const files = new Map<string, Buffer>()
for (const name of await readdir(folder)) files.set(`/${name}`, await readFile(`${folder}/${name}`))

await listen(
  createServer((req, res) => {
    const bytes = files.get(req.url ?? '')
    if (!bytes) return res.writeHead(404).end()
    res.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': bytes.length }).end(bytes)
  }),
)
