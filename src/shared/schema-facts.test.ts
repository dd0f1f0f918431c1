import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalDay, requiredDay } from './base-records.ts'
import { ClassFilters, ClassForm } from './classes.ts'
import { Day } from './dates.ts'
import { MaterialSave } from './goods.ts'
import { MeasureSave } from './measures.ts'
import { siteForm } from './place-forms.ts'
import { unlimited } from './request-fields.ts'
import { choicesOf, factsOf, kindOf, rangeOf } from './schema-facts.ts'
import { StationSave } from './stations.ts'
import { TesteeFilters } from './testees.ts'
import { traceForm } from './traces.ts'

test('require a field that the schema refuses when empty, and no field that it clears or ignores', () => {
  const required = (schema: z.ZodObject, values: Record<string, unknown>) =>
    Object.keys(values).filter((name) => factsOf(schema.shape[name], values[name]).required)
  expect(required(StationSave, { name: '', companyId: 1 })).toEqual(['name'])
  expect(required(MeasureSave, { checkMethod: '', description: '', cashAmount: '', companyId: 1 })).toEqual([
    'checkMethod',
    'cashAmount',
  ])
  expect(required(MaterialSave, { name: '', materialTypeId: null, modelId: null, unit: '' })).toEqual([
    'name',
    'materialTypeId',
  ])
  expect(required(ClassForm, { name: '', type: '录播', start: '', end: '', meetInfo: '', guidance: '' })).toEqual([
    'name',
    'type',
    'start',
    'end',
  ])
  expect(required(siteForm(true), { name: '', domain: '', city: '', above: null })).toEqual(['name', 'domain', 'above'])
  expect(required(siteForm(false), { above: null })).toEqual([])
})

test("find the maximum length of a field's schema, behind every preprocessing step", () => {
  const longest = (schema: z.ZodObject, name: string) => factsOf(schema.shape[name], '').maxLength
  expect(longest(StationSave, 'name')).toBe(64)
  expect(longest(MeasureSave, 'checkMethod')).toBe(64)
  expect(longest(MeasureSave, 'description')).toBe(200)
  expect(longest(MaterialSave, 'unit')).toBe(16)
  expect(longest(ClassForm, 'speechText')).toBe(20_000)
  expect(longest(siteForm(true), 'domain')).toBe(64)
  expect(longest(traceForm('2026-11-25 12:00:00'), 'systolic')).toBeUndefined()
  expect(longest(StationSave, 'companyId')).toBeUndefined()
  expect(factsOf(undefined, '')).toEqual({ required: false, maxLength: undefined })
})

test('find the range of a number, and the kind of a filter', () => {
  const { shape } = traceForm('2026-11-25 12:00:00')
  expect(rangeOf(shape.systolic)).toEqual({ min: 40, max: 300 })
  expect(rangeOf(shape.bmi)).toEqual({ min: 5, max: 100 })
  expect(rangeOf(shape.conclusions)).toBeNull()
  expect(rangeOf(z.number().min(1))).toBeNull()
  expect(
    [ClassFilters.shape.name, ClassFilters.shape.type, TesteeFilters.shape.townId, z.boolean().optional()].map(kindOf),
  ).toEqual(['text', 'choice', null, 'mark'])
  expect([requiredDay, optionalDay, unlimited(Day), undefined].map(kindOf)).toEqual(['day', 'day', 'day', null])
  expect(choicesOf(ClassFilters.shape.type)).toEqual(['录播', '直播'])
  expect(choicesOf(ClassFilters.shape.name)).toEqual([])
})
