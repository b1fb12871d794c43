import { createSocket } from 'node:dgram'
import dns, { Resolver } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findAddresses } from './find-address'

const strict = { allowPrivate: false, timeoutMs: 30_000, systemTimeoutMs: 30_000 }
const inside = { ...strict, allowPrivate: true }

/** A name server that every name is asked at. It answers with the IPv4 addresses that `answer` gives, and with no
 *  IPv6 address; null: it never answers. */
async function givenNameServer(answer: (name: string) => string[] | null) {
  const asked: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, { port }) => {
    const { name, end, isForIpv4 } = readQuestion(query)
    asked.push(name)
    const addresses = answer(name)
    if (!addresses) return
    const records = isForIpv4 ? addresses.map(recordOf) : []
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0])
    server.send(Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end), ...records]), port)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${server.address().port}`
  const { resolve4 } = Resolver.prototype
  const ask = function (this: Resolver, host: string) {
    this.setServers([address])
    return resolve4.call(this, host, { ttl: false })
  }
  const spy = vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(ask)
  onTestFinished(() => {
    spy.mockRestore()
    server.close()
  })
  return { asked }
}

/** RFC 1035, section 4.1.2. */
function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 5, isForIpv4: query.readUInt16BE(at + 1) === 1 }
}

/** An address of the name in the question, for one minute. */
function recordOf(address: string): Buffer {
  return Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
}

/** Stands in for the lookup of the system, which occupies a thread until its promise settles. */
function givenSystem(answer: () => Promise<LookupAddress[]>) {
  const original = { lookup: dns.lookup }
  const lookup = vi.fn<(host: string) => Promise<LookupAddress[]>>(answer)
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(dns, original)
    syncBuiltinESMExports()
  })
  return lookup
}

test('many names whose name server never answers delay no other name, and occupy no thread', async () => {
  const { asked } = await givenNameServer((name) => (name.startsWith('silent') ? null : ['93.184.215.14']))
  const system = givenSystem(() => new Promise(() => {}))
  const names = Array.from({ length: 12 }, (_, at) => `silent-${at}.mallory.test`)
  const silent = names.map((name) =>
    findAddresses(new URL(`https://${name}/`), { ...strict, timeoutMs: 1_000 }),
  )
  await vi.waitFor(() => expect(new Set(asked)).toEqual(new Set(names)), 10_000)

  const found = await findAddresses(new URL('https://hooks.studio.test/'), strict)

  expect(found).toEqual([{ address: '93.184.215.14', family: 4 }])
  expect(await Promise.all(silent)).toEqual(names.map(() => 'unknown'))
  expect(system).not.toHaveBeenCalled()
})

test.each([
  ['no address', [], 'unknown'],
  ['an internal address beside a public one', ['93.184.215.14', '10.0.0.5'], 'inside'],
])('a name with %s is refused', async (_what, addresses, problem) => {
  await givenNameServer(() => addresses)
  expect(await findAddresses(new URL('https://hooks.studio.test/'), strict)).toBe(problem)
})

test.each(['localhost', 'LOCALHOST', 'localhost.', 'api.localhost'])(
  '%s is inside, and no name server is asked',
  async (host) => {
    const { asked } = await givenNameServer(() => ['93.184.215.14'])
    expect(await findAddresses(new URL(`http://${host}/`), strict)).toBe('inside')
    expect(asked).toEqual([])
  },
)

test('an internal receiver is found by a name that only the system knows', async () => {
  await givenNameServer(() => [])
  givenSystem(async () => [{ address: '10.0.0.5', family: 4 }])
  expect(await findAddresses(new URL('http://nas/'), inside)).toEqual([{ address: '10.0.0.5', family: 4 }])
})

test('of names whose name server never answers, the system looks up one at a time', async () => {
  await givenNameServer(() => null)
  let answer = (_addresses: LookupAddress[]) => {}
  const answered = new Promise<LookupAddress[]>((resolve) => (answer = resolve))
  const system = givenSystem(() => answered)
  const find = (host: string) => findAddresses(new URL(`http://${host}/`), { ...inside, timeoutMs: 100 })
  const first = find('nas')
  await vi.waitFor(() => expect(system).toHaveBeenCalledOnce(), 10_000)

  expect(await find('silent.mallory.test')).toBe('unknown')
  expect(system).toHaveBeenCalledOnce()

  answer([{ address: '10.0.0.5', family: 4 }])
  expect(await first).toEqual([{ address: '10.0.0.5', family: 4 }])
  expect(await find('nas')).toEqual([{ address: '10.0.0.5', family: 4 }])
})

test('a lookup of the system that does not end is given up, and still occupies the only place for one', async () => {
  await givenNameServer((name) => (name === 'both' ? ['10.0.0.6'] : null))
  const system = givenSystem(() => new Promise(() => {}))
  const find = (host: string) =>
    findAddresses(new URL(`http://${host}/`), { allowPrivate: true, timeoutMs: 100, systemTimeoutMs: 100 })

  expect(await find('nas')).toBe('unknown')
  expect(await find('both')).toEqual([{ address: '10.0.0.6', family: 4 }])
  expect(await find('printer')).toBe('unknown')
  expect(system.mock.calls.map(([host]) => host)).toEqual(['nas', 'both'])
})
