import { isIPv4, isIPv6 } from 'node:net'

/** The network of visitors without a known address. They all share one set of limits. */
export const unknownNetwork = 'unknown'

/** The network an address belongs to: IPv4 by /24, IPv6 by /56. One person or office is usually one of these.
 *  @param address as a proxy writes it: Azure and IIS add the port, which differs in every connection */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return unknownNetwork
  const bare = withoutPort(address.trim())
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  const ip = mapped ?? bare.replace(/%.*$/, '')
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
  if (!isIPv6(ip)) return unknownNetwork
  const [first = 0, second = 0, third = 0, fourth = 0] = expand(ip)
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** `192.0.2.1:5678`, `[2001:db8::1]:443` and `"[2001:db8::1]"` without what surrounds the address. An IPv6 address
 *  without brackets has no port: its last group would be taken for one. */
function withoutPort(text: string): string {
  const address = text.replace(/^"(.*)"$/, '$1')
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of an IPv6 address. */
function expand(ip: string): number[] {
  const [head = '', tail] = ip.split('::')
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0)
  return [...before, ...zeros, ...after]
}

function groups(part: string): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}
