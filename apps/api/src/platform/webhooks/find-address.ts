import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address'

interface FoundAddress {
  address: string
  family: number
}

/** `inside`: one of its addresses is in the operator's network. `unknown`: the name has no address. */
export type AddressProblem = 'inside' | 'unknown'

/** Resolves the host of an address once. If only some addresses of a name are public, the name is refused,
 *  because it may have been set up to reach inside.
 *  @returns the addresses to connect to, or why there are none */
export async function findAddresses(
  url: URL,
  { allowPrivate, timeoutMs }: { allowPrivate: boolean; timeoutMs: number },
): Promise<FoundAddress[] | AddressProblem> {
  // The URL parser has normalised decimal, octal, hexadecimal and short notations of IPv4.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await resolve(host, timeoutMs) : [{ address: host, family }]
  if (found.length === 0) return 'unknown'
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) return 'inside'
  return found
}

async function resolve(host: string, timeoutMs: number): Promise<FoundAddress[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<FoundAddress[]>((settle) => {
    timer = setTimeout(settle, timeoutMs, [])
  })
  try {
    return await Promise.race([lookup(host, { all: true, verbatim: true }), late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

/** A lookup for sockets that returns the addresses that were checked, even if the name resolves differently now. */
export function lookupOf(checked: readonly FoundAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = checked
    if (all === true) done(null, [...checked])
    else if (first) done(null, first.address, first.family)
    else done(new Error('No address was checked.'), '')
  }
}
