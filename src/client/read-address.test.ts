import { expect, test } from 'vitest'
import { readTexts } from '#client/features/feeds/use-address.ts'
import { readList } from '#client/features/places/list-view.ts'
import { readRepairView, writeRepairView } from '#client/features/repairs/repair-view.ts'

const parts = (unknown: readonly { name: string; value: string }[]) => unknown.map(({ name, value }) => `${name}=${value}`)

test('a list of places names the sort column, page and size that it left out', () => {
  const { view, unknown } = readList('?name=north&orderColumn=nope&size=7&page=0', ['name', 'total'])
  expect(view).toMatchObject({ name: 'north', orderColumn: undefined, page: 1, size: 20 })
  expect(parts(unknown).sort()).toEqual(['orderColumn=nope', 'page=0', 'size=7'])
  expect(readList('?orderColumn=total&orderWay=DESC&size=12', ['total'], 12)).toEqual({
    view: { name: undefined, province: undefined, orderColumn: 'total', orderWay: 'desc', page: 1, size: 12 },
    unknown: [],
  })
})

test('the repairs name each filter that they left out, and half a range of days', () => {
  const { view, unknown } = readRepairView('?type=purple&siteId=-1&outcome=x&from=2026-02-30&to=2026-03-01&worklist=y&orderColumn=z')
  expect(writeRepairView(view)).toBe('')
  expect(parts(unknown).sort()).toEqual(['from=2026-02-30', 'orderColumn=z', 'outcome=x', 'siteId=-1', 'to=2026-03-01', 'type=purple', 'worklist=y'])
  expect(parts(readRepairView('?from=2026-03-02&to=2026-03-01').unknown)).toEqual(['to=2026-03-01', 'from=2026-03-02'])
})

test('a list with texts in its address names what is no choice, no number and no day, and an order that it does not have', () => {
  const names = ['name', 'type', 'companyId', 'from'] as const
  const { view, unknown } = readTexts('?name=a&type=purple&companyId=x&from=all&orderColumn=name&size=7', names, { type: ['in', 'out'] })
  expect(view).toEqual({ page: 1, size: 20, name: 'a' })
  expect(parts(unknown)).toEqual(['type=purple', 'companyId=x', 'from=all', 'orderColumn=name', 'size=7'])
  expect(readTexts('?type=in&companyId=3&from=all', names, { type: ['in'], from: ['all'] }).unknown).toEqual([])
})
