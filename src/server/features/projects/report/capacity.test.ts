import { expect, test } from 'vitest'
import { capacityCases, catalogueOfCase } from '#tests/support/capacity-bases.ts'
import { exampleA } from '#tests/support/projects.ts'
import { spaced, textOf } from '#tests/support/report-text.ts'
import { reportInput } from '#tests/support/reports.ts'

test.each(capacityCases)(
  'Name the basis of a capacity in the report as on the screen and in the terminal: $title',
  (one) => {
    const { basis, warning } = one
    const text = spaced(textOf(reportInput(exampleA, { language: 'en' }, catalogueOfCase(one))))
    expect(text).toContain('1 × X')
    expect(text).toContain(`Capacity rests on  ${basis}`)
    expect(text.includes('outside the maker’s points')).toBe(warning !== null)
    if (warning !== null) expect(text.toLowerCase()).toContain(warning.toLowerCase())
    // A manufacturer is named only with its own figures, and a weak model is never chosen.
    expect(text.includes('Rotor,')).toBe(basis !== 'reference series')
    expect(text).not.toContain('WEAK')
  },
)
