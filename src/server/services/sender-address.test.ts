import { expect, test } from 'vitest'
import { senderOf } from './sender-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ff:3::4', '2001:db8:1:200::/56', '2001:db8:1:200::/56'],
  ['2001:db8:1:2aa::1', '2001:db8:1:200::/56', '2001:db8:1:200::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56', '0:0:0:0::/56'],
  ['terminal', 'unknown', 'unknown'],
])('Count attempts from %s for %s and %s', (ip, address, network) => {
  expect(senderOf(ip)).toEqual({ address, network })
})
