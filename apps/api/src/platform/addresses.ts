import { networkInterfaces } from 'node:os'

/** Addresses of the server: on this machine, and from other machines of its network. */
export function reachableAddresses(host: string | null, port: number): { local: string; network: string[] } {
  if (host !== null && !isEveryAddress(host)) return { local: `http://${inUrl(host)}:${port}`, network: [] }
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return {
    local: `http://localhost:${port}`,
    network: addresses.map(({ address }) => `http://${address}:${port}`),
  }
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
