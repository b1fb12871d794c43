import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './root.mjs'

const read = (name) => readFile(join(root, name), 'utf8')

/** The version of this source, its notes, and the places that state another version.
 *  @returns {Promise<{ version: string, notes: string, faults: string[] }>} */
export async function readRelease() {
  const { version } = JSON.parse(await read('package.json'))
  const { image } = parse(await read('compose.yaml')).services.pinmark
  const notes = notesOf(await read('CHANGELOG.md'), version)
  const faults = []
  if (!image.endsWith(`:${version}`))
    faults.push(`compose.yaml fetches ${image}, and package.json says ${version}`)
  if (notes === '') faults.push(`CHANGELOG.md says nothing about ${version}`)
  return { version, notes, faults }
}

/** The section of a version, without its heading. */
function notesOf(changelog, version) {
  const section = changelog.split(/^## /m).find((text) => text.split('\n', 1)[0].trim() === version)
  return section === undefined ? '' : section.slice(version.length).trim()
}
