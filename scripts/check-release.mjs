// Checks that a release is stated in one version everywhere: `node scripts/check-release.mjs v1.2.3`.
// With `--notes` it prints the notes of the release.
import { readRelease } from './lib/release.mjs'

const [, , tag, option] = process.argv
const { version, notes, faults } = await readRelease()
if (tag !== undefined && tag !== `v${version}`)
  faults.push(`the tag is ${tag}, and package.json says ${version}`)
if (option === '--notes') console.log(notes)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
