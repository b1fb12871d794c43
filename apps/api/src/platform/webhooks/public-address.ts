/** The addresses that a webhook may be sent to. Everything that could lead into the operator's network is
 *  refused: only global unicast addresses are allowed. */
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Public addresses of the metadata services of clouds. */
const metadataAddresses = new Set(['168.63.129.16'])
/** The only block of global unicast addresses of IPv6. Other blocks contain IPv4 addresses in old notations
 *  (`::127.0.0.1`) and NAT64 prefixes of single networks (`64:ff9b:1::/48`). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address, as a resolver or a socket writes it, belongs to the public internet and not to this
 *  machine. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
  return !metadataAddresses.has(address.toString()) && !ownAddresses().has(address.toString())
}

/** A service that listens on all addresses of this machine also answers on its public address. */
function ownAddresses(): Set<string> {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return new Set(own.map(({ address }) => ipaddr.parse(address.split('%')[0] ?? '').toString()))
}
