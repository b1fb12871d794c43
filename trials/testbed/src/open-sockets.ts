import { readdir, readFile, readlink } from 'node:fs/promises'

/** A socket of a process, as Linux reports it. Addresses are `host:port` for IPv4, or hexadecimal for IPv6. */
export interface OpenSocket {
  protocol: string
  local: string
  remote: string
  isListening: boolean
}

const tables = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'] as const
/** Families that stay within the kernel of this machine. */
const withinTheMachine = ['unix', 'netlink'] as const

/** Every open network socket of a process. @throws Error on another system than Linux */
export async function openSockets(pid: number): Promise<OpenSocket[]> {
  const inodes = await socketInodes(pid)
  const found = await Promise.all(tables.map((table) => readTable(pid, table)))
  return found.flat().flatMap(({ inode, ...socket }) => (inodes.has(inode) ? [socket] : []))
}

/** Number of sockets of a process that are in no table of this module; more than zero means that the check is
 *  incomplete. */
export async function unexplainedSockets(pid: number): Promise<number> {
  const inodes = await socketInodes(pid)
  for (const table of tables) for (const { inode } of await readTable(pid, table)) inodes.delete(inode)
  for (const table of withinTheMachine) {
    const lines = await readLines(pid, table)
    for (const line of lines) {
      const columns = line.trim().split(/\s+/)
      for (const column of [columns[6], columns[9]]) if (column !== undefined) inodes.delete(column)
    }
  }
  const still = await socketInodes(pid)
  return [...inodes].filter((inode) => still.has(inode)).length
}

/** The children of a process, recursively. */
export async function descendants(pid: number): Promise<number[]> {
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => [Number(name), await parentOf(name)] as const),
  )
  const below = (parent: number): number[] =>
    processes.filter(([, its]) => its === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

async function parentOf(pid: string): Promise<number | null> {
  const stat = await unlessGone(readFile(`/proc/${pid}/stat`, 'utf8'))
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function socketInodes(pid: number): Promise<Set<string>> {
  const names = (await unlessGone(readdir(`/proc/${pid}/fd`))) ?? []
  const links = await Promise.all(names.map((name) => unlessGone(readlink(`/proc/${pid}/fd/${name}`))))
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link ?? '')?.[1] ?? []))
}

async function readTable(pid: number, protocol: string) {
  return (await readLines(pid, protocol)).map((line) => {
    const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return { protocol, local: address(local), remote: address(remote), isListening: state === '0A', inode }
  })
}

async function readLines(pid: number, table: string): Promise<string[]> {
  const text = (await unlessGone(readFile(`/proc/${pid}/net/${table}`, 'utf8'))) ?? ''
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
}

/** `0100007F:1F90` is 127.0.0.1:8080; the bytes of an address are in reverse order. */
function address(hex: string): string {
  const [host = '', port = ''] = hex.split(':')
  const bytes = host.length === 8 ? host.match(/../g)?.reverse() : undefined
  const name = bytes ? bytes.map((byte) => Number.parseInt(byte, 16)).join('.') : host.toLowerCase()
  return `${name}:${Number.parseInt(port, 16)}`
}

/** A process or a descriptor may be gone by now. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ENOENT|ESRCH|EINVAL)$/.test(String(error.code)))
      return null
    throw error
  }
}
