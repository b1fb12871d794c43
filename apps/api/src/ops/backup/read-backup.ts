import { createHash, timingSafeEqual } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { parseExtendedJson, splitDocuments } from '../../mongo/raw-documents'
import { StartError } from '../../base/failures'
import {
  collectionSchema,
  decodePayload,
  digestBytes,
  endSchema,
  formatVersion,
  frameHeadBytes,
  headerSchema,
  magic,
  maxFrameBytes,
  type BackupHeader,
  type CollectionHead,
  type StateDigest,
  StateTally,
} from './format'

export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'collection'; collection: CollectionHead }
  /** Documents of the collection that was named last. */
  | { kind: 'documents'; documents: Buffer[] }
  /** Follows after every byte before it was checked. */
  | { kind: 'end'; state: StateDigest }

/** Reads a backup frame by frame. Damage may become visible only at the end of the file, so callers that must
 *  not act on a damaged file read it twice: once to check it, and then again.
 *  @throws StartError one sentence for a file that is foreign, newer, cut off or damaged */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const file = await openBackup(path)
  const source = new HashedSource(file, path)
  try {
    await readMagic(source, path)
    yield* readParts(source)
    await source.checkDigest()
    yield { kind: 'end', state: source.end }
  } catch (error) {
    throw error instanceof StartError ? error : damaged(path, error)
  } finally {
    await file.close()
  }
}

/** Reads the whole file and checks all of it. @throws StartError */
export async function checkBackup(path: string): Promise<{ header: BackupHeader; state: StateDigest }> {
  let header: BackupHeader | undefined
  let state: StateDigest | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'end') state = part.state
  }
  if (!header || !state) throw damaged(path)
  return { header, state }
}

async function* readParts(source: HashedSource): AsyncGenerator<BackupPart> {
  const tally = new StateTally()
  let documents: { add: (raw: Buffer) => void } | undefined
  const first = await source.frame()
  if (first.kind !== 'H') throw new Error('It does not start with a header.')
  yield { kind: 'header', header: headerSchema.parse(parse(first.payload)) }
  for (;;) {
    const { kind, payload } = await source.frame()
    if (kind === 'C') {
      const collection = collectionSchema.parse(parseExtendedJson(payload.toString()))
      documents = tally.begin(collection)
      yield { kind: 'collection', collection }
    } else if (kind === 'D' && documents) {
      const block = splitDocuments(payload)
      for (const raw of block) documents.add(raw)
      yield { kind: 'documents', documents: block }
    } else if (kind === 'E') {
      source.end = endSchema.parse(parse(payload))
      if (tally.result().state !== source.end.state) throw new Error('Its documents do not match its digest.')
      return
    } else {
      throw new Error(`A frame of kind ${kind} is at the wrong place.`)
    }
  }
}

async function openBackup(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    throw new StartError(`${path} cannot be read. Check its name.`, { cause: error })
  }
  throw new StartError(`${path} is not a file. Enter the path of a backup.`)
}

async function readMagic(source: HashedSource, path: string): Promise<void> {
  const start = await source.upTo(magic.length)
  if (start.toString('latin1') !== magic) throw new StartError(`${path} is not a backup of Pinmark.`)
  let version = ''
  for (;;) {
    const next = (await source.exactly(1)).toString('latin1')
    if (next === '\n') break
    version += next
    if (!/^[1-9]\d{0,5}$/.test(version)) throw new Error('Its version is not a number.')
  }
  if (Number(version) > formatVersion) {
    throw new StartError(`${path} was made by a newer version of Pinmark. Restore it with that version.`)
  }
}

/** Bytes of the file in order, all of which are part of the digest. */
class HashedSource {
  readonly #hash = createHash('sha256')
  end: StateDigest = { collections: {}, state: '' }

  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  async frame(): Promise<{ kind: string; payload: Buffer }> {
    const head = await this.exactly(frameHeadBytes)
    const [kind = '', coding = ''] = head.toString('latin1', 0, 2)
    const length = head.readUInt32LE(2)
    if (!/[HCDE]/.test(kind) || !/[z-]/.test(coding) || length > maxFrameBytes)
      throw new Error('A frame has an invalid header.')
    return { kind, payload: await decodePayload(coding, await this.exactly(length)) }
  }

  async exactly(length: number): Promise<Buffer> {
    const bytes = await this.upTo(length)
    if (bytes.length < length) throw cutOff(this.path)
    return bytes
  }

  async upTo(length: number): Promise<Buffer> {
    const bytes = await this.#read(length)
    this.#hash.update(bytes)
    return bytes
  }

  async checkDigest(): Promise<void> {
    const expected = await this.#read(digestBytes)
    if (expected.length < digestBytes) throw cutOff(this.path)
    if (!timingSafeEqual(expected, this.#hash.digest())) throw new Error('Its checksum does not match.')
    if ((await this.#read(1)).length > 0) throw new Error('There is data after its end.')
  }

  async #read(length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.file.read(buffer, filled, length - filled, null)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  }
}

const parse = (payload: Buffer): unknown => JSON.parse(payload.toString())

function cutOff(path: string): StartError {
  return new StartError(`${path} is incomplete. Nothing was changed; use another backup.`)
}

function damaged(path: string, cause?: unknown): StartError {
  return new StartError(`${path} is damaged. Nothing was changed; use another backup.`, { cause })
}
