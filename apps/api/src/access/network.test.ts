import { expect, test } from 'vitest'
import { networkOf } from './network'

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['::FFFF:192.0.2.200', '192.0.2.0/24'],
  ['2001:db8:1:2345:6789:abcd:ef01:2345', '2001:db8:1:2300::/56'],
  ['2001:db8:1:23ff::1', '2001:db8:1:2300::/56'],
  ['2001:db8:1:2400::1', '2001:db8:1:2400::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
