import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lightness, stepColour } from './chart-steps.ts'

const tokens = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'].map((name, at) => ({
  name,
  colour: (variable: string) => {
    const found = [...tokens.matchAll(new RegExp(`${variable}: (#[0-9a-f]{6});`, 'g'))][at]?.[1]
    if (found === undefined) throw new Error(`no ${variable} in ${name}`)
    return found
  },
  still: true,
  forced: false,
  font: 'sans-serif',
}))

test.each(themes)('Neighbouring slices differ by 15 points of lightness ($name)', (theme) => {
  for (const count of [2, 3, 4, 5, 6, 8, 9]) {
    const shades = Array.from({ length: count }, (_, index) => lightness(stepColour({ index, count }, theme)))
    for (const [index, shade] of shades.slice(1).entries())
      expect(Math.abs(shade - (shades[index] ?? 0)), `${count}: ${index}`).toBeGreaterThanOrEqual(15)
  }
})

test.each(themes)('Up to four slices run in order, away from the background ($name)', (theme) => {
  const shades = [0, 1, 2, 3].map((index) => lightness(stepColour({ index, count: 4 }, theme)))
  const sorted = [...shades].sort((a, b) => (theme.name === 'light' ? b - a : a - b))
  expect(shades).toEqual(sorted)
})
