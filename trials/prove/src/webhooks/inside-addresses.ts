/** Notations of an internal address. */
import { networkInterfaces } from 'node:os'

/** One address of each block that is not part of the public internet. */
const inside = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.5',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
] as const

const inside6 = [
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd12:3456:789a::1]', '[fd00:ec2::254]'],
  ...['[ff02::1]', '[ff0e::1]', '[100::1]', '[2001:db8::1]', '[5f00::1]', '[3fff::1]'],
]

/** Hosts that some program interprets as `127.0.0.1` or another internal address. */
export function insideHosts(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address))
  return [
    ...new Set([
      ...own,
      ...inside6,
      ...inside.flatMap(notationsOf),
      ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost', 'ip6-localhost', 'ip6-loopback'],
      ...['127.1', '127.0.1', '0', '0x0', '00', '127.0.0.1.', '127.00.0.01', '0x7f.1', '0177.1', '0x7f.0.1'],
      ...[
        '①②⑦.⓪.⓪.①',
        '１２７.０.０.１',
        '127。0。0。1',
        '127．0．0．1',
        '%31%32%37.0.0.1',
        '127%2e0%2e0%2e1',
      ],
      ...['lоcalhost', 'ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', '0x7f.0x0.0x0.0x1', '0x000000007f000001'],
    ]),
  ]
}

function notationsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  const high = hex(a * 256 + b, 4)
  const low = hex(c * 256 + d, 4)
  return [
    address,
    String(number),
    `0x${hex(number, 8)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${hex(part, 2)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
    `[fe80::5efe:${high}:${low}]`,
  ]
}

/** Names that resolve to internal addresses: at once, together with a public one, or only after they were checked. */
export function trickNames(): string[] {
  const addresses = ['127-0-0-1', '10-0-0-5', '169-254-169-254', 'v6---1', 'v6---ffff-7f00-1']
  return addresses.flatMap((address) => [
    `public-then-${address}.a.trick`,
    `public-then-${address}.b.trick`,
    `both-${address}.a.trick`,
    `only-${address}.a.trick`,
  ])
}
