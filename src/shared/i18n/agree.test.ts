import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agree } from './agree.ts'
import { word } from './index.ts'

test('an English sentence agrees with its number, and text in brackets that is no choice stays', () => {
  expect(word('en', 'fleet.conflicts', { count: 1 })).toBe('1 device waits for a decision')
  expect(word('en', 'fleet.conflicts', { count: 2 })).toBe('2 devices wait for a decision')
  expect(word('en', 'fleet.exportTotal', { count: '1,160' })).toBe(
    'All 1,160 devices with the current filters and sorting',
  )
  expect(word('zh', 'fleet.conflicts', { count: 1 })).not.toContain('[')
})

test('an English sentence has a minus sign before a negative number, a Chinese one stays as typed', () => {
  expect(word('en', 'wizardField.range', { min: -60, max: 20 })).toBe('−60 to 20')
  expect(word('zh', 'wizardField.range', { min: -60, max: 20 })).toContain('-60')
  expect(word('en', 'wizardField.range', { min: '2026-11-01', max: '-' })).toBe('2026-11-01 to -')
})

test('amounts in a sentence are grouped, ids and years are not', () => {
  expect(word('en', 'problem.outOfRange', { min: 1, max: 100_000_000 })).toBe('Enter a number from 1 to 100,000,000')
  expect(word('zh', 'wizardField.range', { min: -1234.5678, max: 0.12345 })).toBe('-1,234.5678 至 0.12345')
  expect(word('en', 'batch.title', { batch: 12_345 })).toContain('12345')
})

test('a sentence with several numbers agrees with each that it names', () => {
  const told = 'Undone: {{undone}} of {{total}} [total: machine|machines], {{removed}} new [removed: one|ones] removed'
  expect(agree(told, { total: 1, removed: 2 })).toContain('machine, {{removed}} new ones removed')
  expect(word('en', 'batch.undoDone', { undone: '1', total: '1', removed: '1' })).toContain(
    'Undone: 1 of 1 device, 1 new one removed.',
  )
  expect(word('en', 'batch.undoMeansTransfer', { undone: '1', date: '2026-11-15' })).toContain('1 device goes back')
})

test('every choice of a sentence is made by a number that the sentence has', async () => {
  const folder = import.meta.dirname
  const wrong: string[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    const areas: unknown[] = Object.values(await import(join(folder, name)))
    for (const area of areas) {
      const english = (area as { en?: Record<string, string> } | null)?.en ?? {}
      for (const [key, text] of Object.entries(english))
        for (const [, number = 'count'] of String(text).matchAll(/\[(?:(\w+): )?[\w -]*\|[\w -]*\]/g))
          if (!text.includes(`{{${number}}}`)) wrong.push(`${key}: ${number}`)
    }
  }
  expect(wrong).toEqual([])
})
