import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, collect } from './run.mjs'

/** Selects the packages that a server, its web app and the command line are built from. */
export const ofPrograms = [
  '--prod',
  ...['api', 'web', 'cli'].flatMap((name) => ['--filter', `@pinmark/${name}`]),
]

/** The installed packages of a selection.
 *  @returns {Promise<{ name: string, versions: string[], paths: string[], license: string }[]>} */
export async function licencedPackages(...selection) {
  const { code, output } = await collect(bin('pnpm'), [...selection, 'licenses', 'list', '--json'])
  if (code !== 0) throw new Error(`pnpm could not list the licences:\n${output}`)
  return Object.values(JSON.parse(output.slice(output.indexOf('{')))).flat()
}

/** The licence texts of the packages that the programs are built from. A package without one gets the name of its
 *  licence. */
export async function licenceTexts() {
  const packages = await licencedPackages(...ofPrograms)
  const texts = packages.flatMap(({ name, versions, paths, license }) =>
    versions.map(async (version, index) => {
      const files = (await readdir(paths[index]))
        .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
        .sort()
      const contents = await Promise.all(files.map((file) => readFile(join(paths[index], file), 'utf8')))
      return [`${name} ${version} (${license})`, ...contents.map((text) => text.trim())].join('\n\n')
    }),
  )
  return `${(await Promise.all(texts)).sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
