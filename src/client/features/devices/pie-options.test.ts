import { expect, test } from 'vitest'
import { pieOptions, shareOf } from './pie-options.ts'

const theme = { colour: (variable: string) => (variable === '--surface' ? '#ffffff' : '#0a5bb0'), still: true, font: 'sans-serif' }
const words = { label: '按状态', unit: '台', number: String, share: (value: number) => `${value}%` }

test('a share of nothing is not known, and shares of a whole are', () => {
  expect(shareOf(0, 0)).toBeNull()
  expect(shareOf(1, 3)).toBe(33.3)
  expect(shareOf(3, 3)).toBe(100)
})

test('each slice says its number and share to whoever cannot see it, and its label cannot be markup', () => {
  const { series } = pieOptions(
    [
      { name: 'low', value: 1, label: '<b>低</b>', colour: '--state-low' },
      { name: 'normal', value: 3, label: '正常', colour: 0.5 },
    ],
    words,
    theme,
    () => {},
  )
  const [pie] = series ?? []
  expect(pie).toMatchObject({
    data: [
      { id: 'low', y: 1, custom: { text: '&lt;b&gt;低&lt;/b&gt; 1 台 (25%)' } },
      { id: 'normal', y: 3, custom: { text: '正常 3 台 (75%)' } },
    ],
  })
})
