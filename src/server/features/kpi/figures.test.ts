import { expect, test } from 'vitest'
import { largestFirst, lowestFirst, placesOf, type SiteFigures } from '#server/features/cockpits/places.ts'
import { exceptionsOf } from '#shared/health-limits.ts'
import { monthsTo } from './days.ts'
import { centsOf, methodFigures } from './method-figures.ts'

test('Add amounts in cents, use the price of headquarters for a base without one, and count unpriced ones', () => {
  expect(['0.10', '1280.3', '7', '99999999.99'].map(centsOf)).toEqual([10, 128_030, 700, 9_999_999_999])
  const [hq, east, west] = [1, 2, 3]
  const figures = methodFigures(
    [
      { method: '水压', companyId: east, count: 3 },
      { method: '水压', companyId: west, count: 1 },
      { method: '外观', companyId: east, count: 10 },
      { method: '', companyId: west, count: 2 },
    ],
    [
      { method: '水压', companyId: east, amount: '0.10' },
      { method: '水压', companyId: hq, amount: '0.20' },
      { method: '外观', companyId: hq, amount: '0.07' },
      { method: '气密', companyId: east, amount: '5.00' },
    ],
    [hq],
  )
  expect(figures).toEqual({
    methods: [
      { checkMethod: '外观', count: 10, cashAmount: 0.07, differs: false, total: 0.7 },
      { checkMethod: '水压', count: 4, cashAmount: null, differs: true, total: 0.5 },
      { checkMethod: '', count: 2, cashAmount: null, differs: false, total: 0 },
      { checkMethod: '气密', count: 0, cashAmount: 5, differs: false, total: 0 },
    ],
    count: 16,
    total: 1.2,
    unpriced: 2,
  })
})

test('Count a value at the lower limit as normal, at the upper limit not, and a missing one as normal', () => {
  const none = { systolic: null, diastolic: null, fastingBloodSugar: null, bmi: null }
  expect(exceptionsOf(none)).toEqual([])
  expect(exceptionsOf({ systolic: 90, diastolic: 60, fastingBloodSugar: 3.9, bmi: 18.5 })).toEqual([])
  expect(exceptionsOf({ systolic: 139, diastolic: 89, fastingBloodSugar: 6.09, bmi: 23.9 })).toEqual([])
  expect(exceptionsOf({ systolic: 140, diastolic: 80, fastingBloodSugar: 6.1, bmi: 24 })).toEqual([
    'bloodPressure',
    'fastingBloodSugar',
    'bmi',
  ])
  expect(exceptionsOf({ ...none, systolic: 120, diastolic: 90 })).toEqual(['bloodPressure'])
  expect(exceptionsOf({ ...none, bmi: 18.4 })).toEqual(['bmi'])
})

test('List months up to that of the day, across the year', () => {
  expect(monthsTo('2026-02-28', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsTo('2026-12-01', 1)).toEqual(['2026-12'])
})

test('Rank places by the sums of their sites, with unknown ones last', () => {
  const sites: SiteFigures[] = [
    { companyId: 1, siteId: 11, devices: 10, inService: 10, online: 9, unknown: 0, never: 0 },
    { companyId: 1, siteId: 12, devices: 12, inService: 10, online: 5, unknown: 0, never: 0 },
    { companyId: 2, siteId: 21, devices: 30, inService: 0, online: 0, unknown: 30, never: 0 },
  ]
  const bases = placesOf(sites, ({ companyId }) => ({ id: companyId, name: `基地${companyId}` }))
  expect(bases).toEqual([
    { id: 1, name: '基地1', total: 22, online: 14, inService: 20, onlineRate: 70 },
    { id: 2, name: '基地2', total: 30, online: 0, inService: 0, onlineRate: null },
  ])
  expect(largestFirst(bases, 5).map(({ id }) => id)).toEqual([2, 1])
  const all = placesOf(sites, ({ siteId }) => ({ id: siteId, name: String(siteId) }))
  expect(lowestFirst(all, 5).map(({ id }) => id)).toEqual([12, 11, 21])
  expect(lowestFirst(all, 2).map(({ id }) => id)).toEqual([12, 11])
  const alike = ['乙', '甲', '丙'].map((name) => ({ id: null, name, total: 1, online: 0, inService: 1, onlineRate: 0 }))
  expect(lowestFirst(alike, 2).map(({ name }) => name)).toEqual(['丙', '甲'])
})
