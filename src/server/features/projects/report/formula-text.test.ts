import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validProjects } from '#tests/support/projects.ts'
import { reportInput } from '#tests/support/reports.ts'
import { parseFormula } from './formula-parse.ts'
import { formulaPieces } from './formula-text.ts'

/** Return a formula with indices in braces and powers in brackets. */
const shown = (expression: string): string =>
  formulaPieces(expression)
    .map(({ text, at }) => (at === 'sub' ? `{${text}}` : at === 'sup' ? `[${text}]` : text))
    .join('')

test.each([
  ['0.221 * A * rho_c * sqrt(1 - rho_w / rho_c) * Fm', '0.221·A·ρ{c}·√(1 − ρ{w} / ρ{c})·F{m}'],
  ['(2 / (1 + (rho_c / rho_w)^(1/3)))^1.5', '(2 / (1 + (ρ{c} / ρ{w})[1/3]))[1.5]'],
  ['rho * 5.8064e-4 * 2 * (L + H)', 'ρ·5.8064·10[−4]·2·(L + H)'],
  ['abs(T_a - T_b) > 11 ? 0.8 : 1.1', '0.8  [ |T{a} − T{b}| > 11 ];  1.1  [ |T{a} − T{b}| ≤ 11 ]'],
  ['F * (T_coil < 0 ? 2833 : 2501) / 3600', 'F·(2833  [ T{coil} < 0 ];  2501  [ T{coil} ≥ 0 ]) / 3600'],
  ['0.01 + -0.0002*T + 24*W^2*V^2', '0.01 − 0.0002·T + 24·W[2]·V[2]'],
  ['Tsat(P * W / (0.621945 + W))', 'T{sat}(P·W / (0.621945 + W))'],
])('Print %s as %s', (expression, expected) => {
  expect(shown(expression)).toBe(expected)
})

test('Refuse a text that is no formula', () => {
  for (const wrong of ['a +', 'a & b', '(a', 'a b', 'min(a,']) expect(() => parseFormula(wrong)).toThrow(wrong)
})

test('Print every formula of any calculation', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      for (const { formula } of reportInput(project).trace)
        if (formula !== 'given') expect(formulaPieces(formula).length).toBeGreaterThan(0)
    }),
    { numRuns: 50 },
  )
}, 60_000)
