import { expect, test } from 'vitest'
import type { CityClimate } from '#shared/cities.ts'
import type { Project } from '#shared/projects.ts'
import { exampleA } from '#tests/support/projects.ts'
import { formOf, withValue } from './wizard-form.ts'
import { openWizard, reduceWizard, type WizardState } from './wizard-state.ts'

const projectOf = (changes: Partial<Project> = {}): Project => ({
  ...exampleA,
  id: 12,
  projectNo: 'XM202611210001',
  userId: 7,
  userName: '王工',
  companyId: 1,
  company: '总部',
  exportStatus: 0,
  climate: null,
  mainImage: null,
  coldStorageImages: [],
  images: [],
  version: 'V1.0',
  pdfUrl: null,
  pdfFileName: null,
  pdfList: [],
  selection: null,
  catalogueVersion: null,
  rowVersion: 3,
  createTimeStr: '2026-11-21 08:00:00',
  updateTimeStr: '2026-11-21 08:00:00',
  ...changes,
})
const typed = (state: WizardState, field: 'name' | 'storageLength', value: string) =>
  reduceWizard(state, { type: 'typed', field, value })

test('Open a draft on page 1 and an exported project on page 5', () => {
  expect(openWizard(null, null).opening).toBe(1)
  expect(openWizard(projectOf(), null).opening).toBe(1)
  expect(openWizard(projectOf({ exportStatus: 1 }), null).opening).toBe(5)
})

test('Restore unsaved values on the page where they were left, and say so', () => {
  const form = withValue(formOf(projectOf()), 'storageLength', '４２')
  const at = '2026-11-21T08:00:00.000Z'
  const state = openWizard(projectOf({ exportStatus: 1 }), { form, page: 2, rowVersion: 3, at })
  expect([state.form.values.storageLength, state.opening, state.rowVersion]).toEqual(['４２', 2, 3])
  expect(state.notice).toEqual({ kind: 'restored', at, changed: false })
  expect(reduceWizard(state, { type: 'discarded' })).toMatchObject({ form: formOf(projectOf()), notice: null })
  expect(openWizard(projectOf(), { form: formOf(projectOf()), page: 2, rowVersion: 3, at }).notice).toBeNull()
})

test('Keep the row version of a draft over an older row, so that saving asks before it overwrites', () => {
  const form = withValue(formOf(projectOf()), 'name', 'mine')
  const state = openWizard(projectOf({ rowVersion: 5 }), {
    form,
    page: 1,
    rowVersion: 3,
    at: '2026-11-21T08:00:00.000Z',
  })
  expect([state.rowVersion, state.notice]).toEqual([
    3,
    { kind: 'restored', at: '2026-11-21T08:00:00.000Z', changed: true },
  ])
})

test('Take the server’s row after a save, and keep later input and invalid texts', () => {
  const before = typed(openWizard(projectOf(), null), 'name', 'B')
  const saved = projectOf({ name: 'B', rowVersion: 4 })
  expect(reduceWizard(before, { type: 'saved', project: saved, sent: before.form })).toMatchObject({
    form: formOf(saved),
    rowVersion: 4,
  })
  const meanwhile = typed(before, 'name', 'BC')
  expect(reduceWizard(meanwhile, { type: 'saved', project: saved, sent: before.form }).form.values.name).toBe('BC')
  const letters = typed(before, 'storageLength', 'about 30')
  const after = reduceWizard(letters, { type: 'saved', project: saved, sent: letters.form })
  expect([after.form.values.storageLength, after.base.values.storageLength]).toEqual(['about 30', '30'])
})

test('Show the server’s row on the way back to selection, but never instead of unsaved values', () => {
  const newer = projectOf({ name: 'theirs', rowVersion: 9 })
  const clean = reduceWizard(openWizard(projectOf({ exportStatus: 1 }), null), { type: 'reloaded', project: newer })
  expect([clean.form.values.name, clean.rowVersion]).toEqual(['theirs', 9])
  const dirty = reduceWizard(typed(openWizard(projectOf(), null), 'name', 'mine'), { type: 'reloaded', project: newer })
  expect([dirty.form.values.name, dirty.rowVersion]).toEqual(['mine', 3])
})

test('Restore one’s own values after taking the content of the server', () => {
  const mine = typed(openWizard(projectOf(), null), 'name', 'mine')
  const theirs = reduceWizard(mine, { type: 'tookTheirs', project: projectOf({ name: 'theirs', rowVersion: 4 }) })
  expect([theirs.form.values.name, theirs.rowVersion]).toEqual(['theirs', 4])
  const again = reduceWizard(theirs, { type: 'tookMine' })
  expect([again.form.values.name, again.rowVersion, again.notice]).toEqual(['mine', 4, null])
})

test('Drop the climate of a city that is no longer the typed one', () => {
  const state = openWizard(projectOf(), null)
  expect(reduceWizard(state, { type: 'climate', city: '北京', climate: null, requested: state.form })).toBe(state)
})

test('Keep values that were typed while the climate was loading', () => {
  const city = exampleA.city ?? ''
  const requested = openWizard(projectOf(), null)
  const typedSince = reduceWizard(requested, { type: 'typed', field: 'tempMaxYear', value: '41.5' })
  const unknown = {
    province: null,
    avgTempSummer: null,
    avgTempWinter: null,
    avgHumiSummer: null,
    avgHumiWinter: null,
    maxHumidity: null,
    ventTempSummer: null,
    source: null,
  }
  const climate: CityClimate = { ...unknown, name: city, altitude: 7, highTempSummer: 36 }
  const after = reduceWizard(typedSince, { type: 'climate', city, climate, requested: requested.form })
  expect([after.form.values.tempMaxYear, after.form.values.altitudeAvg, after.form.filledCity]).toEqual([
    '41.5',
    '7',
    city,
  ])
})
