import { readFile } from 'node:fs/promises'

/** Where it says which instructions the processor has (Linux). */
const processorFile = '/proc/cpuinfo'

/** Why this machine cannot run MongoDB; null if nothing speaks against it.
 *  @see https://www.mongodb.com/docs/manual/administration/production-notes/#platform-support-notes */
export async function processorFault(): Promise<string | null> {
  // Every Mac that Node runs on has what is needed.
  if (process.platform !== 'linux') return null
  return faultOf(await readFile(processorFile, 'utf8').catch(() => ''), process.arch)
}

/** The same for the text of /proc/cpuinfo. A text without a list of instructions says nothing. */
export function faultOf(processors: string, arch: string): string | null {
  const list = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(processors)?.[1]?.split(' ')
  if (!list) return null
  if (arch === 'x64' && !list.includes('avx')) {
    return `The processor of this machine has no AVX, which MongoDB needs. In a virtual machine, set the type of the processor to "host". ${wayOut}`
  }
  // ARMv8.2-A, which MongoDB asks for, has the atomic instructions of ARMv8.1-A.
  if (arch === 'arm64' && !list.includes('atomics')) {
    return `The processor of this machine is older than ARMv8.2-A, which MongoDB needs; a Raspberry Pi 4 is, a Raspberry Pi 5 is not. ${wayOut}`
  }
  return null
}

const wayOut =
  'Otherwise run MongoDB on another machine, and set MONGODB_URI to its address: Pinmark itself runs here.'
