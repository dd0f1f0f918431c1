import { expect, test } from 'vitest'
import { readDeviceAddress, writeDeviceAddress } from './device-address.ts'

test('Show seven days in the charts of a device by default, and keep another range in the address', () => {
  expect(readDeviceAddress('?id=3')).toEqual({ id: 3, days: 7, tab: 'plain' })
  expect(readDeviceAddress('?id=3&days=30&tab=precise')).toEqual({ id: 3, days: 30, tab: 'precise' })
  expect(readDeviceAddress('?id=3&days=8').days).toBe(7)
  expect(writeDeviceAddress('?id=3', { days: 30 })).toBe('?id=3&days=30')
  expect(writeDeviceAddress('?id=3&days=30', { days: 7, tab: 'plain' })).toBe('?id=3')
})
