import { expect, test } from 'vitest'
import { printableText } from '#server/services/pdf/printable.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { exampleA } from '#tests/support/projects.ts'
import { refuseUnprintable } from './refuse-unprintable.ts'

function refusal(changes: Partial<typeof exampleA>, language: Language = 'zh'): string | undefined {
  try {
    refuseUnprintable({ ...exampleA, ...changes }, language)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.details.sentence : String(error)
  }
}

test('Refuse a name with unprintable characters, with its field and these characters, in both languages', () => {
  expect(refusal({ name: '冷库🧊一号🧊' })).toBe('项目名称中有报告无法打印的字符：🧊')
  expect(refusal({ city: 'عدن' })).toContain('城市')
  expect(refusal({ name: '🧊' }, 'en')).toMatch(/cannot print: 🧊$/)
})

test('Accept printable names, and omit direction marks from the report', () => {
  for (const name of ['一号库（东）No. 1', 'Café', 'Ω≥−18 °C', '\u202e一号库\u202c', '一\u0000号'])
    expect(refusal({ name }), name).toBeUndefined()
  expect(printableText('A\u202e库\u2066B')).toBe('A库B')
})
