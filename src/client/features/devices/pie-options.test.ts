import { expect, test } from 'vitest'
import { pieOptions } from './pie-options.ts'

const theme = {
  colour: (variable: string) => (variable === '--surface' ? '#ffffff' : '#0a5bb0'),
  forced: false,
  still: true,
  font: 'sans-serif',
}
const words = { label: '按状态', unit: '台', number: String, share: (value: number | null) => `${value}%` }

test('Describe each slice with number and share to two decimals, and escape markup in its label', () => {
  const { series } = pieOptions(
    [
      { name: 'low', value: 57, label: '<b>低</b>', colour: '--state-low' },
      { name: 'normal', value: 1943, label: '正常', colour: 0.5 },
    ],
    words,
    theme,
    () => {},
  )
  const [pie] = series ?? []
  expect(pie).toMatchObject({
    data: [
      { id: 'low', y: 57, custom: { text: '&lt;b&gt;低&lt;/b&gt; 57 台 (2.85%)' } },
      { id: 'normal', y: 1943, custom: { text: '正常 1943 台 (97.15%)' } },
    ],
  })
})
