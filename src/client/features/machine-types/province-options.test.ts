import { expect, test } from 'vitest'
import { provinceTypes } from './province-options.ts'

test('Sum all types of each province, most devices first, and leave out provinces without devices', () => {
  const bars = {
    T30: { provinces: ['四川', '新疆', '青海'], counts: [3, 4, 0] },
    T20: { provinces: ['新疆', '内蒙古'], counts: [1, 9] },
  }
  expect(provinceTypes(bars)).toEqual([
    { province: '内蒙古', counts: { T30: 0, T20: 9 }, total: 9 },
    { province: '新疆', counts: { T30: 4, T20: 1 }, total: 5 },
    { province: '四川', counts: { T30: 3, T20: 0 }, total: 3 },
  ])
})
