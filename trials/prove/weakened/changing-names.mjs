// Loaded before the server: names that end in `.trick` answer as an attacker would have set them up.
// `public-then-127-0-0-1.x.trick` is public when it is first asked for, and 127.0.0.1 from then on; `both-…` has a public
// address and another one at once; `only-…` the other one alone.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const publicAddress = { address: '192.88.98.1', family: 4 }
const asked = new Map()
const lookup = dns.lookup.bind(dns)

function answersOf(host) {
  const [kind, rest = ''] = host.split(/-(.*)/s)
  const [written = ''] = rest.replace(/^then-/, '').split('.')
  const address = written.startsWith('v6-')
    ? written.slice(3).replaceAll('-', ':')
    : written.replaceAll('-', '.')
  const hidden = { address, family: address.includes(':') ? 6 : 4 }
  const times = (asked.get(host) ?? 0) + 1
  asked.set(host, times)
  if (kind === 'both') return [publicAddress, hidden]
  if (kind === 'only') return [hidden]
  // Each check sees a public address, each connection that asks again does not.
  return times % 2 === 1 ? [publicAddress] : [hidden]
}

dns.lookup = (host, options, done) => {
  if (!host.endsWith('.trick')) return lookup(host, options, done)
  const answers = answersOf(host)
  queueMicrotask(() => {
    if (options.all) done(null, answers)
    else done(null, answers[0].address, answers[0].family)
  })
  return {}
}

// A check asks for the addresses of both families, IPv4 first, and gets both from the same answer.
const { resolve4, resolve6 } = dns.promises.Resolver.prototype
const latest = new Map()
const addressesOf = (host, wanted) =>
  latest
    .get(host)
    .filter(({ family }) => family === wanted)
    .map(({ address }) => address)
dns.promises.Resolver.prototype.resolve4 = async function (host) {
  if (!host.endsWith('.trick')) return resolve4.call(this, host)
  latest.set(host, answersOf(host))
  return addressesOf(host, 4)
}
dns.promises.Resolver.prototype.resolve6 = async function (host) {
  return host.endsWith('.trick') ? addressesOf(host, 6) : resolve6.call(this, host)
}
syncBuiltinESMExports()
