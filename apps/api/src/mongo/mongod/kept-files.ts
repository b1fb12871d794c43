import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode, StartError } from '../../base/failures'
import { parseJson } from './data-dir'
import type { NodeAddress } from './node-address'
import { identifyProcess, commandLine, type ProcessIdentity } from './processes'

/** The paths of the embedded database below the data folder. */
export function mongodFiles(dataDir: string) {
  return {
    data: join(dataDir, 'db'),
    log: join(dataDir, 'mongod.log'),
    key: join(dataDir, 'mongod.key'),
    password: join(dataDir, 'mongod.password'),
    memory: join(dataDir, 'mongod.json'),
    lock: join(dataDir, 'db', 'mongod.lock'),
  }
}

export type MongodFiles = ReturnType<typeof mongodFiles>

/** The password of our user; null if the file is missing or damaged. */
export async function keptPassword(files: MongodFiles): Promise<string | null> {
  const password = await readOwn(files.password)
  return password !== null && /^[0-9a-f]{48}$/.test(password) ? password : null
}

/** The password of our user. It is generated at the first start, and again if it is lost: the content of the key file is
 *  enough to set another one. */
export async function preparePassword(files: MongodFiles): Promise<string> {
  return (await keptPassword(files)) ?? keep(files.password, 24)
}

/** The content of the key file that MongoDB requires. A single node shares it with Pinmark alone, so a broken
 *  one is simply replaced. */
export async function prepareKey(files: MongodFiles): Promise<string> {
  const key = await readOwn(files.key)
  return key !== null && /^[0-9a-f]{192}$/.test(key) ? key : keep(files.key, 96)
}

const memorySchema = z.object({ port: z.int().min(1).max(65_535).optional(), series: z.string() })
export type Memory = z.infer<typeof memorySchema>

/** The port used last, if any, and the MongoDB version that wrote the files; null before the first start. */
export async function readMemory(files: MongodFiles): Promise<Memory | null> {
  const text = await readOwn(files.memory)
  const memory = memorySchema.safeParse(text === null ? null : parseJson(text))
  return memory.success ? memory.data : null
}

export async function writeMemory(files: MongodFiles, memory: Memory): Promise<void> {
  await replaceFile(files.memory, JSON.stringify(memory))
}

export interface RunningMongod extends ProcessIdentity {
  /** Its command line. */
  command: string
  address: NodeAddress
}

/** The database that runs on these files, whichever process started it. MongoDB stores its process number;
 *  the command line shows whether the number still belongs to it. */
export async function findRunning(files: MongodFiles): Promise<RunningMongod | null> {
  const pid = Number((await readOwn(files.lock)) ?? 0)
  if (!Number.isInteger(pid) || pid <= 0) return null
  const identity = await identifyProcess(pid)
  const command = await commandLine(pid)
  const [, options] = command.split(` --dbpath ${files.data} --`)
  const [, port] = /^port (\d+) /.exec(options ?? '') ?? []
  const [, socket] = /^bind_ip (\/.*?) --filePermissions /.exec(options ?? '') ?? []
  if (!identity || (port === undefined && socket === undefined)) return null
  return { ...identity, command, address: socket === undefined ? { port: Number(port) } : { socket } }
}

/** Null if there is no such file. Permissions that were widened, for example by a copy, are restricted again. */
async function readOwn(path: string): Promise<string | null> {
  try {
    await chmod(path, 0o600)
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new StartError(
      `${path} cannot be read. The user who runs Pinmark has to own everything in that folder.`,
      {
        cause: error,
      },
    )
  }
}

async function keep(path: string, bytes: number): Promise<string> {
  const secret = randomBytes(bytes).toString('hex')
  await replaceFile(path, secret)
  return secret
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
