import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { pageSizes } from '#shared/paging.ts'
import { type DeviceView, defaultView, readView, rowsHref, writeView } from './device-view.ts'

const id = fc.integer({ min: 1, max: 2_147_483_647 })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const views: fc.Arbitrary<DeviceView> = fc.record({
  filters: fc.record({
    clientId: optional(id),
    accountId: optional(id),
    siteId: optional(id),
    type: optional(fc.constantFrom('T30', 'T20', 'S21-Pro')),
    state: optional(fc.constantFrom(...deviceStates)),
    repairTimes: optional(fc.integer({ min: 0, max: 5 })),
    activeWorkerState: optional(fc.boolean()),
    serial: optional(fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== '')),
  }),
  orderColumn: fc.constantFrom(...deviceSortColumns),
  orderWay: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 100_000 }),
  size: fc.constantFrom(...pageSizes),
  deviceId: optional(id),
})
const withoutGaps = (view: DeviceView) => JSON.parse(JSON.stringify(view)) as unknown

describe('The address of a device screen', () => {
  test('Restore the same screen from a shared link, with its filters, order and open device', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { view: again, unknown } = readView(writeView(view))
        expect(unknown).toEqual([])
        expect(withoutGaps(again)).toEqual(withoutGaps(view))
      }),
    )
  })

  test('Write no parameters for the default view', () => {
    expect(writeView(defaultView)).toBe('')
    expect(readView('')).toEqual({ view: defaultView, unknown: [] })
  })

  test('Report an unknown state instead of silently showing all', () => {
    const { view, unknown } = readView('?state=exploded&clientId=3&size=7&page=0&orderColumn=password')
    expect(view.filters).toEqual({ clientId: 3 })
    expect(unknown).toEqual([
      { name: 'state', value: 'exploded' },
      { name: 'orderColumn', value: 'password' },
      { name: 'page', value: '0' },
      { name: 'size', value: '7' },
    ])
    expect(view.size).toBe(20)
  })

  test('Accept the documented spellings', () => {
    const { view, unknown } = readView(
      '?state=warn&repairTimes=0&activeWorkerState=no&orderColumn=repair_times&orderWay=DESC',
    )
    expect(unknown).toEqual([])
    expect(view).toMatchObject({
      filters: { state: 'warn', repairTimes: 0, activeWorkerState: false },
      orderColumn: 'repairTimes',
      orderWay: 'desc',
    })
  })

  test('Link a card to the device list with the card’s filters', () => {
    expect(rowsHref({ clientId: 4, state: 'low' })).toBe('/machine_list/index?clientId=4&state=low')
  })
})
