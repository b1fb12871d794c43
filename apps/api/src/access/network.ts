import { isIPv4, isIPv6 } from 'node:net'

/** The network an address belongs to: IPv4 by /24, IPv6 by /56. One person or office is usually one of these. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const ip = mapped ?? address.replace(/%.*$/, '')
  if (isIPv4(ip)) return `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
  if (!isIPv6(ip)) return 'unknown'
  const [first = 0, second = 0, third = 0, fourth = 0] = expand(ip)
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
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
