import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { hasCode, StartError } from '../../base/failures'
import { formatVersion, FrameEncoder, magic, type FrameKind } from './format'

/** Where the bytes of a backup go. Before `finish` no file looks like a complete backup. */
interface Sink {
  write: (bytes: Buffer) => Promise<void>
  finish: () => Promise<void>
  abandon: () => Promise<void>
}

/** Writes a backup frame by frame, at the pace of its file. */
export class BackupWriter {
  readonly #hash = createHash('sha256')
  readonly #encoder = new FrameEncoder()
  #bytes = 0

  private constructor(private readonly sink: Sink) {}

  static async begin(sink: Sink): Promise<BackupWriter> {
    const writer = new BackupWriter(sink)
    try {
      await writer.#write(Buffer.from(`${magic}${formatVersion}\n`))
      return writer
    } catch (error) {
      await sink.abandon()
      throw error
    }
  }

  async frame(kind: FrameKind, payload: Buffer): Promise<void> {
    for (const part of await this.#encoder.encode(kind, payload)) await this.#write(part)
  }

  /** @returns the size of the backup in bytes */
  async finish(): Promise<number> {
    await this.sink.write(this.#hash.digest())
    await this.sink.finish()
    return this.#bytes
  }

  abandon(): Promise<void> {
    return this.sink.abandon()
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    await this.sink.write(bytes)
  }
}

/** A file that only its owner can read. It gets its name once it is complete and on the disk. An earlier backup of
 *  that name stays until then.
 *  @throws StartError */
export async function fileSink(path: string): Promise<Sink> {
  await refuseForeignFile(path)
  const draft = `${path}.${process.pid}.partial`
  const handle = await openDraft(draft, path)
  const full = `The disk of ${dirname(path)} is full. The incomplete backup was removed.`
  return {
    write: (bytes) => handle.writeFile(bytes).catch((error: unknown) => explainFull(error, full)),
    finish: async () => {
      await handle.sync().catch((error: unknown) => explainFull(error, full))
      await handle.close()
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    abandon: async () => {
      await handle.close()
      await rm(draft, { force: true })
    },
  }
}

/** Another program receives the bytes, and has to check the end of the backup itself. */
export function streamSink(stream: Writable): Sink {
  // Each write reports its own error. Without a listener, the same error would end the process.
  stream.on('error', () => {})
  const write = (bytes: Buffer | '') =>
    new Promise<void>((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()))
    }).catch((error: unknown) => {
      if (!hasCode(error, 'EPIPE'))
        return explainFull(error, 'The disk of the output is full. The backup is incomplete.')
      throw new StartError('The program that received the backup has ended.', { cause: error })
    })
  return { write, finish: () => write(''), abandon: async () => {} }
}

function explainFull(error: unknown, sentence: string): never {
  if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error
  throw new StartError(`${sentence} Free some space, or name a file on another disk.`, { cause: error })
}

/** A mistyped name must not overwrite another file. */
async function refuseForeignFile(path: string): Promise<void> {
  let handle: FileHandle
  try {
    handle = await open(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw unwritable(path, error)
  }
  try {
    const start = Buffer.alloc(magic.length)
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    if (bytesRead === 0 || start.toString('latin1') === magic) return
  } catch (error) {
    throw unwritable(path, error)
  } finally {
    await handle.close()
  }
  throw new StartError(`${path} exists already and is not a backup of Pinmark. Choose another name.`)
}

async function openDraft(draft: string, path: string): Promise<FileHandle> {
  try {
    return await open(draft, 'w', 0o600)
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): StartError {
  return new StartError(
    `${basename(path)} cannot be written in ${dirname(path)}. Name a file in a folder that this user may write to.`,
    { cause: error },
  )
}

/** The rename has to survive a power failure too. */
async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders, and it stores names without this step.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
