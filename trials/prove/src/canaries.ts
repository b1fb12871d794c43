import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { freePort } from '@pinmark/testbed/free-port'
import type { Trial } from './promise'

/** A time long ago, so that every usual file system records the first access to a file. */
const neverRead = new Date('2001-01-01T00:00:00Z')
const names = ['red.png', 'red.svg', 'red.css'] as const

/** Files and a server that no correct program accesses. */
export interface Canaries {
  /** The folder of the files. */
  folder: string
  /** `http://127.0.0.1:PORT` */
  address: string
  /** Connections to the server, and files that were read. */
  touched: () => Promise<{ calls: number; reads: string[] }>
}

export async function givenCanaries(trial: Trial): Promise<Canaries> {
  const folder = join(trial.folder, 'canaries')
  await mkdir(folder)
  const red = { width: 40, height: 40, channels: 3 as const, background: '#ff0000' }
  await writeFile(join(folder, 'red.png'), await sharp({ create: red }).png().toBuffer())
  await writeFile(
    join(folder, 'red.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><rect id="r" width="99" height="99" fill="red"/></svg>',
  )
  await writeFile(join(folder, 'red.css'), 'rect { fill: red }')
  const isRead = async (name: string) => (await stat(join(folder, name))).atime > neverRead
  const forget = (name: string) => utimes(join(folder, name), neverRead, neverRead)

  await forget('red.css')
  await readFile(join(folder, 'red.css'))
  if (!(await isRead('red.css'))) throw new Error('This file system does not note when a file is read.')
  for (const name of names) await forget(name)

  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  trial.afterwards(async () => server.close())

  const touched = async () => {
    const read = await Promise.all(names.map(async (name) => ((await isRead(name)) ? [name] : [])))
    return { calls, reads: read.flat() }
  }
  return { folder, address: `http://127.0.0.1:${port}`, touched }
}
