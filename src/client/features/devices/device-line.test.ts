import { expect, test } from 'vitest'
import type { DeviceRow } from '#shared/devices.ts'
import { lineOf, valuesOf } from './device-line.ts'

const known = {
  serial: 'T30A1',
  type: 'T30',
  siteId: 1,
  clientId: 2,
  accountId: 3,
  facts: { hall: 'A', tags: ['old', 'loud'], powerW: 3_200 },
}
const device = known as unknown as DeviceRow
const names = { site: 'North', client: 'Zhang', account: undefined }

test('Open with the known values of a machine', () => {
  expect(valuesOf(device)).toMatchObject({ serial: 'T30A1', hall: 'A', rack: '', powerW: '3200', tags: 'old, loud' })
  expect(valuesOf(null)).toMatchObject({ serial: '', type: null, siteId: null, hall: '' })
})

test('Send only the changed values, so that another user’s transfer is kept', () => {
  const values = { ...valuesOf(device), firmware: ' 2.1 ', hall: '' }
  expect(lineOf(device, values, { firmware: ' 2.1 ', hall: '' }, names)).toEqual({
    serial: 'T30A1',
    firmware: '2.1',
    hall: '-',
  })
})

test('Send client and account together, and no empty values for a new machine', () => {
  expect(
    lineOf(device, { ...valuesOf(device), clientId: 9, accountId: null }, { clientId: 9, accountId: null }, names),
  ).toEqual({ serial: 'T30A1', ...names })
  const values = { ...valuesOf(null), serial: ' N1', type: 'T30', siteId: 1 }
  expect(lineOf(null, values, { serial: ' N1', type: 'T30', siteId: 1, hall: '' }, names)).toEqual({
    serial: 'N1',
    type: 'T30',
    ...names,
  })
})
