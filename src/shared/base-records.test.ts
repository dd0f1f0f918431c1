import { expect, test } from 'vitest'
import {
  baseExportRequest,
  baseListRequest,
  baseRow,
  baseSave,
  clientFilter,
  decimal,
  optionalClient,
  optionalDay,
  optionalDecimal,
  optionalOne,
  optionalText,
  requiredClient,
  requiredDay,
  requiredText,
} from './base-records.ts'
import { Id } from './request-fields.ts'
import { decimalsOf, factsOf, isNumber, kindOf } from './schema-facts.ts'

const fields = { name: requiredText(8), notes: optionalText(4) }
const row = {
  id: 1,
  name: 'a',
  notes: null,
  companyId: 2,
  company: 'b',
  updateTimeStr: '2026-11-25 12:00:00',
  rowVersion: 3,
}

test('add a record without an id, change it with one; trim texts, store an empty optional one as null', () => {
  const Save = baseSave(fields)
  expect(Save.parse({ name: ' a ', notes: ' ' })).toEqual({ name: 'a', notes: null })
  expect(Save.parse({ id: '7', name: 'a', notes: 'b', companyId: '', rowVersion: 2 })).toEqual({
    id: 7,
    name: 'a',
    notes: 'b',
    rowVersion: 2,
  })
  for (const wrong of [
    { name: ' ' },
    {},
    { name: 'a'.repeat(9) },
    { name: 'a', notes: 'b'.repeat(5) },
    { name: 'a', id: 0 },
  ])
    expect(Save.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('give a row of the list the fields of its form, and base, time and version', () => {
  expect(baseRow(fields).parse(row)).toEqual(row)
  expect(Object.keys(baseRow(fields).shape)).toEqual(Object.keys(row))
})

test('refuse filters and columns that a list or its file does not have', () => {
  const List = baseListRequest({ name: optionalText(8) })
  const File = baseExportRequest({ name: optionalText(8) }, ['name', 'company'])
  expect(List.parse({ total: 12 })).toMatchObject({ page: 1, size: 20 })
  expect(List.safeParse({ nmae: 'a' }).success).toBe(false)
  expect(File.parse({})).toMatchObject({ format: 'xlsx' })
  expect(File.parse({ columns: ['company'], format: 'csv' })).toMatchObject({ columns: ['company'], format: 'csv' })
  for (const wrong of [{ columns: ['notes'] }, { columns: [] }, { format: 'pdf' }, { size: 5 }])
    expect(File.safeParse(wrong).success).toBe(false)
})

test('read an amount from text within its range and decimals, and never as 0 from an empty text', () => {
  const Amount = decimal(0, 100, 2)
  expect(['12.5', ' 7 ', 0.07, 100, '0'].map((value) => Amount.parse(value))).toEqual([12.5, 7, 0.07, 100, 0])
  for (const wrong of ['', ' ', null, undefined, '1e2', '12,5', -1, 100.01, 0.001, Number.NaN, true, []])
    expect(Amount.safeParse(wrong).success, String(wrong)).toBe(false)
  expect(factsOf(Amount, '')).toEqual({ required: true, maxLength: undefined })
  expect([isNumber(Amount), isNumber(requiredText(5))]).toEqual([true, false])
  const Later = optionalDecimal(0, 100, 2)
  expect([undefined, null, ' ', '7.5'].map((value) => Later.parse(value))).toEqual([null, null, null, 7.5])
  expect(factsOf(Later, '').required).toBe(false)
})

test('report a required day that is empty as missing, and store an optional one as null', () => {
  expect(requiredDay.parse('2026-11-20')).toBe('2026-11-20')
  for (const wrong of ['', ' ', null, undefined, '2026-02-30', 20261120])
    expect(requiredDay.safeParse(wrong).success, String(wrong)).toBe(false)
  expect([undefined, null, '', '2026-11-20'].map((value) => optionalDay.parse(value))).toEqual([
    null,
    null,
    null,
    '2026-11-20',
  ])
  expect(optionalDay.safeParse('2026-02-30').success).toBe(false)
})

test('choose a client by its id, as a number or as digits, and name it in the row', () => {
  const Save = baseSave({ clientId: requiredClient, payerId: optionalClient })
  expect(Save.parse({ clientId: '7', payerId: '' })).toEqual({ clientId: 7, payerId: null })
  for (const wrong of [{}, { clientId: null }, { clientId: '' }, { clientId: 0 }, { clientId: 'a' }, { clientId: 1.5 }])
    expect(Save.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  const Row = baseRow({ clientId: requiredClient, payerId: optionalClient })
  const named = { clientId: 7, payerId: null, client: 'a', payer: null }
  expect(Row.parse({ id: 1, ...named, companyId: 2, company: 'b', updateTimeStr: '', rowVersion: 1 })).toMatchObject(
    named,
  )
  const List = baseListRequest({ clientId: clientFilter })
  expect(List.parse({ clientId: '' })).not.toHaveProperty('clientId', '')
  expect(List.parse({ clientId: '3' })).toMatchObject({ clientId: 3 })
  for (const schema of [requiredClient, optionalClient, clientFilter]) expect(kindOf(schema)).toBe('client')
  expect(kindOf(Id)).toBeNull()
})

test('Store one of a few values, and null for an optional field without one', () => {
  const Save = baseSave({ state: optionalOne(['draft', 'signed']) })
  expect(Save.parse({ state: 'signed' })).toEqual({ state: 'signed' })
  for (const none of [{}, { state: '' }, { state: null }]) expect(Save.parse(none)).toEqual({ state: null })
  expect(Save.safeParse({ state: 'ended' }).success).toBe(false)
  expect(kindOf(optionalOne(['draft']))).toBe('choice')
})

test('Know the decimals of a number, so that a price is shown with all of them', () => {
  for (const schema of [decimal(0, 10, 2), optionalDecimal(0, 10, 2)]) expect(decimalsOf(schema)).toBe(2)
  expect(decimalsOf(decimal(0, 10, 0))).toBe(0)
  for (const other of [requiredText(8), requiredDay, requiredClient]) expect(decimalsOf(other)).toBeNull()
})
