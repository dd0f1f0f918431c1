import { beforeEach, expect, test, vi } from 'vitest'
import {
  claimTabId,
  deleteDraft,
  isTakenByOtherTab,
  loadDraft,
  parseDraft,
  storeDraft,
  storeTabId,
  type WizardDraft,
} from './wizard-draft.ts'
import { emptyForm, withValue } from './wizard-form.ts'

function storage(): Storage {
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    clear: () => stored.clear(),
    getItem: (key) => stored.get(key) ?? null,
    key: (index) => [...stored.keys()][index] ?? null,
    removeItem: (key) => void stored.delete(key),
    setItem: (key, value) => void stored.set(key, value),
  }
}
const draft = (name: string, at = '2026-11-21T08:00:00.000Z'): WizardDraft => ({
  form: withValue(emptyForm(), 'name', name),
  page: 2,
  rowVersion: 3,
  at,
})
const none: ReadonlySet<string> = new Set()
const now = Date.parse('2026-11-22T08:00:00Z')
/** Open another tab; the one before is left. */
const openTab = (stored = storage()) => {
  storeTabId()
  vi.stubGlobal('sessionStorage', stored)
  claimTabId()
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  openTab()
})

test('Restore a draft exactly as typed, only for the same person and project', () => {
  expect(storeDraft(7, 12, draft('冷库 一'))).toBe(true)
  expect(loadDraft(7, 12, none, now)).toEqual(draft('冷库 一'))
  expect(loadDraft(8, 12, none, now)).toBeNull()
  expect(loadDraft(7, 13, none, now)).toBeNull()
  expect(loadDraft(7, null, none, now)).toBeNull()
})

test('Keep a separate draft for each of two tabs with the same project', () => {
  storeDraft(7, 12, draft('first'))
  const first = sessionStorage
  openTab()
  storeDraft(7, 12, draft('second'))
  expect(loadDraft(7, 12, none, now)?.form.values.name).toBe('second')
  openTab(first)
  expect(loadDraft(7, 12, none, now)?.form.values.name).toBe('first')
  // A duplicate of the open tab finds nothing of it to copy.
  expect(first.length).toBe(0)
  // The draft is also written after the tab left its id, which must remain for the page after a reload.
  storeTabId()
  storeDraft(7, 12, draft('last'))
  openTab(first)
  expect(loadDraft(7, 12, none, now)?.form.values.name).toBe('last')
})

test('Notice that another tab took the draft', () => {
  storeDraft(7, 12, draft('x'))
  const key = localStorage.key(0)
  const isTaken = (values: object) =>
    isTakenByOtherTab(7, 12, Object.assign(new Event('storage'), { newValue: null, ...values }) as StorageEvent)
  expect([isTaken({ key }), isTaken({ key, newValue: '{}' }), isTaken({ key: `${key}x` })]).toEqual([
    true,
    false,
    false,
  ])
})

test('Offer the drafts of closed tabs to the next tab, the newest first', () => {
  storeDraft(7, null, draft('old', '2026-11-20T08:00:00.000Z'))
  openTab()
  storeDraft(7, null, draft('new'))
  openTab()
  expect(loadDraft(7, null, none, now)?.form.values.name).toBe('new')
  expect(loadDraft(7, null, none, now)?.form.values.name).toBe('new')
  openTab()
  deleteDraft(7, null)
  expect(localStorage.length).toBe(2)
  // A form that is open keeps its draft.
  const keys = [localStorage.key(0) ?? '', localStorage.key(1) ?? '']
  expect(loadDraft(7, null, new Set(keys), now)).toBeNull()
  expect(loadDraft(7, null, new Set(keys.slice(1)), now)?.form.values.name).toBe('old')
})

test('Drop a draft that was saved or discarded, and one older than three months', () => {
  storeDraft(7, 12, draft('x'))
  deleteDraft(7, 12)
  expect(loadDraft(7, 12, none, now)).toBeNull()
  storeDraft(7, 12, draft('x', '2026-08-01T08:00:00.000Z'))
  expect(loadDraft(7, 12, none, now)).toBeNull()
})

test('Say when the browser stores nothing, and ignore data that other programs wrote', () => {
  vi.stubGlobal('localStorage', {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(storeDraft(7, 12, draft('x'))).toBe(false)
  for (const text of [
    null,
    '',
    'null',
    '[]',
    '{"form":1}',
    '{"form":{"values":null},"at":"2026-11-21"}',
    '{"form":{"values":{}},"at":"never"}',
  ])
    expect(parseDraft(text)).toBeNull()
  const strange = parseDraft(
    '{"form":{"values":{"name":"A","city":7,"unknown":"x"}},"page":"two","at":"2026-11-21T08:00:00Z"}',
  )
  expect(strange?.form.values).toEqual(withValue(emptyForm(), 'name', 'A').values)
  expect([strange?.page, strange?.rowVersion]).toEqual([1, null])
})
