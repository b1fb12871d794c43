import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { billOfMaterials } from './lib/sbom.mjs'
import { typedPath } from './lib/tool.mjs'

/** `npm run sbom [-- FILE]`: writes the bill of materials, by default to `sbom.cdx.json`. */
const [, , given] = process.argv
const file = given === undefined ? join(root, 'sbom.cdx.json') : typedPath(given)
const document = await billOfMaterials()
await writeFile(file, `${JSON.stringify(document, null, 2)}\n`)
const running = document.components.filter(({ scope }) => scope === 'required').length
console.log(`${file}: ${document.components.length} packages, ${running} of them in a running server.`)
