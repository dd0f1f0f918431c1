import { expect, test } from 'vitest'
import { auditAddress } from '#client/features/audit/audit-view.ts'
import { readView } from '#client/features/devices/device-view.ts'
import { figures } from '#client/features/kpi/figures.ts'
import { kpiAddress } from '#client/features/kpi/use-kpi-view.ts'
import { daysOfPoint, leftOutOfHistory, readHistory } from '#client/features/places/period.ts'
import { readProjectView } from '#client/features/projects/project-address.ts'
import { readRepairView, writeRepairView } from '#client/features/repairs/repair-view.ts'
import { createdIn, userAddress } from '#client/features/users/user-address.ts'
import { listAddress } from '#client/ui/list/address-view.ts'
import { GoodsOrderFilters } from '#shared/orders.ts'
import { ClientFilters, SiteFilters } from '#shared/places.ts'
import { ReportFilters } from '#shared/reports.ts'
import { ReservationFilters } from '#shared/reservations.ts'
import { StationFilters } from '#shared/stations.ts'

const parts = (unknown: readonly { name: string; value: string }[]) =>
  unknown.map(({ name, value }) => `${name}=${value}`)

test('Name the sort column, page and size that a list of clients ignores', () => {
  const { view, unknown } = listAddress(ClientFilters).read('?name=north&orderColumn=nope&size=7&page=0')
  expect(view).toMatchObject({ name: 'north', orderColumn: undefined, page: 1, size: 20 })
  expect(parts(unknown).sort()).toEqual(['orderColumn=nope', 'page=0', 'size=7'])
  expect(listAddress(SiteFilters, 12).read('?orderColumn=province&orderWay=DESC&size=12')).toEqual({
    view: { name: undefined, province: undefined, orderColumn: 'province', orderWay: 'desc', page: 1, size: 12 },
    unknown: [],
  })
})

test('Name each filter that the repairs ignore, and an incomplete or impossible range of days', () => {
  const { view, unknown } = readRepairView(
    '?type=purple&siteId=-1&outcome=x&from=2026-02-30&to=2026-03-01&worklist=y&orderColumn=z',
  )
  expect(writeRepairView(view)).toBe('')
  expect(parts(unknown).sort()).toEqual([
    'from=2026-02-30',
    'orderColumn=z',
    'outcome=x',
    'siteId=-1',
    'to=2026-03-01',
    'type=purple',
    'worklist=y',
  ])
  expect(parts(readRepairView('?from=2026-03-02&to=2026-03-01').unknown)).toEqual(['from=2026-03-02', 'to=2026-03-01'])
})

test('Name the values of a list of orders that are no choice, number, day or sortable column', () => {
  const { view, unknown } = listAddress(GoodsOrderFilters).read(
    '?name=a&type=purple&companyId=x&from=all&orderColumn=name&size=7',
  )
  expect(view).toEqual({ page: 1, size: 20, name: 'a' })
  expect(parts(unknown)).toEqual(['type=purple', 'companyId=x', 'from=all', 'size=7', 'orderColumn=name'])
  expect(listAddress(ReservationFilters).read('?type=常压车&company=3&from=all').unknown).toEqual([])
})

test('Report a month that does not exist, and open no point for it', () => {
  for (const at of ['2026-99', '2026-13', '2026-00', '0000-01', '2026-99-99']) {
    const search = `?period=month&at=${at}&part=normal`
    expect(parts(leftOutOfHistory(search))).toEqual([`at=${at}`])
    expect(readHistory(new URLSearchParams(search)).point).toBeNull()
  }
  expect(readHistory(new URLSearchParams('?at=2026-02&part=normal')).point).toEqual({ at: '2026-02', part: 'normal' })
})

test('Show the days of the month in order, even for a month outside the chart', () => {
  expect(daysOfPoint('2026-02', ['2026-02-10', '2026-11-22'])).toEqual(['2026-02-10', '2026-02-28'])
  expect(daysOfPoint('2031-01', ['2026-02-10', '2026-11-22'])).toEqual(['2031-01-01', '2031-01-31'])
  expect(daysOfPoint('1999-12', ['2026-02-10', '2026-11-22'])).toEqual(['1999-12-01', '1999-12-31'])
})

test('Report a state that the screen does not show, and a text with a control character', () => {
  expect(parts(readView('?state=normal', ['warn', 'low']).unknown)).toEqual(['state=normal'])
  expect(readView('?state=low', ['warn', 'low']).unknown).toEqual([])
  expect(readView('?state=normal').unknown).toEqual([])
  expect(parts(readRepairView('?deviceSerial=%00').unknown)).toEqual(['deviceSerial=\u0000'])
})

const today = '2026-11-22'
test.each<[string, (search: string) => readonly { name: string; value: string }[]]>([
  ['devices', (search) => readView(search).unknown],
  ['repairs', (search) => readRepairView(search).unknown],
  ['places', (search) => listAddress(ClientFilters).read(search).unknown],
  ['texts', (search) => listAddress(StationFilters).read(search).unknown],
  ['projects', (search) => readProjectView(search, ['own']).unknown],
  ['users', (search) => userAddress.read(search).unknown],
  ['audit log', (search) => auditAddress(today).read(search).unknown],
  ['figures', (search) => kpiAddress(1).read(search).unknown],
  ['charts of a place', leftOutOfHistory],
])('Name an unknown filter of the %s once, but no empty filter and no parameter of all screens', (_screen, read) => {
  expect(parts(read('?foo=1&active&page=2&foo=2&bar=').filter(({ name }) => name !== 'page'))).toEqual(['foo=1'])
  expect(read('?active=1')).toEqual([])
})

test.each<[string, (search: string) => readonly { name: string; value: string }[]]>([
  ['orders', (search) => listAddress(GoodsOrderFilters).read(search).unknown],
  ['users', (search) => userAddress.read(search).unknown],
  ['audit log', (search) => auditAddress(today).read(search).unknown],
  ['charts of a place', leftOutOfHistory],
])('Name both days of a range of the %s that is incomplete or ends before it starts', (_screen, read) => {
  expect(parts(read('?from=2026-03-02&to=2026-03-01'))).toEqual(['from=2026-03-02', 'to=2026-03-01'])
  expect(parts(read('?to=2026-03-01'))).toEqual(['to=2026-03-01'])
  expect(parts(read('?from=2026-03-02&to=soon')).sort()).toEqual(['from=2026-03-02', 'to=soon'])
  expect(read('?from=2026-03-01&to=2026-03-01')).toEqual([])
})

test('Know every parameter that the parts of an overview write into its address', () => {
  const own = '?id=3&period=month&from=2026-01-01&to=2026-03-31&basis=allOwned&at=2026-02&part=offline&tab=changes'
  expect(leftOutOfHistory(`${own}&pointPage=2&accountsSize=50&accountsBy=name&accountsWay=desc&devicesPage=3`)).toEqual(
    [],
  )
  expect(listAddress(ReservationFilters).read('?from=all').view).toMatchObject({ from: 'all' })
})

test('Link the figures of a company to lists that understand their filters', () => {
  const searchOf = (key: string) => figures.find((figure) => figure.key === key)?.search ?? ''
  const { view, unknown } = listAddress(ReportFilters).read(searchOf('certificates'))
  expect([view.state, unknown]).toEqual([2, []])
  const users = userAddress.read(searchOf('users'))
  expect([createdIn(users.view, today), users.unknown]).toEqual([null, []])
})

test('Write the address that was read, and none for the default view', () => {
  const address = listAddress(ReservationFilters)
  for (const search of ['?from=all&state=waiting', '?name=a+b&from=2026-01-01&to=2026-01-31&plan=7&page=3&size=50', ''])
    expect(address.write(address.read(search).view)).toBe(search)
  const audit = auditAddress(today)
  expect(audit.read('').view).toMatchObject({ from: '2026-11-16', to: today })
  expect(audit.write(audit.read(`?from=2026-11-16&to=${today}`).view)).toBe('')
  expect(audit.write({ ...audit.read('').view, from: '2026-11-01' })).toBe(`?from=2026-11-01&to=${today}`)
  expect(listAddress(ClientFilters).write(listAddress(ClientFilters).read('?orderColumn=company').view)).toBe(
    '?orderColumn=company&orderWay=asc',
  )
})
