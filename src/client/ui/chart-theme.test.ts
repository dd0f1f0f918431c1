import { expect, test } from 'vitest'
import { chartText, mixColours } from './chart-theme.ts'

test('Show a name in a chart as text, never as a tag', () => {
  expect(chartText('<img src=x onerror=alert(1)> & co')).toBe('&lt;img src=x onerror=alert(1)&gt; &amp; co')
})

test('Mix shades from one colour to the other', () => {
  expect(mixColours('#0a5bb0', '#ffffff', 0)).toBe('#0a5bb0')
  expect(mixColours('#0a5bb0', '#ffffff', 1)).toBe('#ffffff')
  expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080')
})
