import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { licencedPackages, ofPrograms } from './licences.mjs'
import { root } from './root.mjs'
import { lockedPackages, readLockfile } from './supply-chain.mjs'

/** The bill of materials in the format of CycloneDX 1.6: every package of the lockfile, with its checksum
 *  and, if it is installed, its licence. `required` packages are needed to build and run a server or the command line;
 *  `excluded` ones test it. It depends on the lockfile only, so the same lockfile always gives the same document.
 *  `pnpm sbom` replaces this file once Node 22 is the oldest release that is supported: pnpm 11, which has it, needs that.
 *  @see https://cyclonedx.org/docs/1.6/json/ */
export async function billOfMaterials() {
  const lockfile = await readLockfile()
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const all = await licences('-r')
  const running = await licences(...ofPrograms)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(lockfile)}`,
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` } },
    components: lockedPackages(lockfile).map((locked) => componentOf(locked, all, running)),
  }
}

function componentOf({ name, version, sha512 }, all, running) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${plain}@${version}`
  const licence = all.get(`${name}@${version}`)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: plain,
    version,
    scope: running.has(`${name}@${version}`) ? 'required' : 'excluded',
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    ...(licence && { licenses: [licenceOf(licence)] }),
    purl,
  }
}

/** An SPDX expression is written as such, anything else as a name. */
function licenceOf(licence) {
  if (/^[A-Za-z0-9.+-]+$/.test(licence) && licence !== 'Unknown') return { expression: licence }
  if (/^\(?[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)+\)?$/.test(licence)) return { expression: licence }
  return { license: { name: licence } }
}

/** The licence of every installed package. @returns {Promise<Map<string, string>>} by `name@version` */
async function licences(...selection) {
  return new Map(
    (await licencedPackages(...selection)).flatMap(({ name, versions, license }) =>
      versions.map((version) => [`${name}@${version}`, license]),
    ),
  )
}

/** A version 8 UUID, derived from a text. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
