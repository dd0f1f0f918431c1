import { expect, test } from 'vitest'
import { createAddressRule, isNetwork } from './address-ranges.ts'

test('Refuse every private address, in any notation', () => {
  const isAllowed = createAddressRule([])
  const inside = [
    ...[
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::127.0.0.1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '2001:db8::1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '64:ff9b::10.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      '2002:7f00:1::',
    ],
    ...['', 'localhost', '127.1', '0x7f000001', '256.1.1.1'],
  ]
  for (const address of inside) expect(isAllowed(address), address).toBe(false)
  for (const address of [
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '8.8.8.8',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])
    expect(isAllowed(address), address).toBe(true)
})

test("Allow the operator's networks, and no other private ones", () => {
  const isAllowed = createAddressRule(['10.2.0.0/16', '127.0.0.1', 'fd12::/16'])
  for (const address of ['10.2.3.4', '::ffff:10.2.3.4', '127.0.0.1', 'fd12::1', '1.1.1.1'])
    expect(isAllowed(address), address).toBe(true)
  for (const address of ['10.3.0.1', '127.0.0.2', 'fd13::1', '::1', '169.254.169.254'])
    expect(isAllowed(address), address).toBe(false)
  expect(['10.0.0.0/8', '::1', 'fd00::/8'].every(isNetwork)).toBe(true)
  for (const text of ['', '10.0.0.0/33', '10.0.0/8', 'host', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/'])
    expect(isNetwork(text), text).toBe(false)
})
