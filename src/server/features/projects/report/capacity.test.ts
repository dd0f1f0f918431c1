import { expect, test } from 'vitest'
import { capacityCases, catalogueOfCase } from '#tests/support/capacity-bases.ts'
import { exampleA } from '#tests/support/projects.ts'
import { spaced, textOf } from '#tests/support/report-text.ts'
import { reportInput } from '#tests/support/reports.ts'

test.each(capacityCases)(
  'the report says, as the panel and the terminal do, that a capacity rests on $title',
  (one) => {
    const { basis, warning } = one
    const text = spaced(textOf(reportInput(exampleA, { language: 'en' }, catalogueOfCase(one))))
    expect(text).toContain('1 × X')
    expect(text).toContain(`Capacity rests on  ${basis}`)
    expect(text.includes('outside the maker’s points')).toBe(warning !== null)
    if (warning !== null) expect(text.toLowerCase()).toContain(warning.toLowerCase())
    // A maker is named beside his own figures alone, and a weak model is chosen nowhere.
    expect(text.includes('Rotor,')).toBe(basis !== 'reference series')
    expect(text).not.toContain('WEAK')
  },
)
