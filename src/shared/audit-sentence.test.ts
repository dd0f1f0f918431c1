import { expect, test } from 'vitest'
import type { AuditRow } from './audit.ts'
import { type AuditNames, auditSentence } from './audit-sentence.ts'
import { auditSays } from './i18n/audit-says.ts'
import { type Language, type Word, word } from './i18n/index.ts'
import { plainVerbs } from './i18n/plain-verbs.ts'

const unknown: AuditNames = { actorName: null, targetName: null }
function told(given: Partial<AuditRow>, names: Partial<AuditNames>, language: Language = 'en'): string {
  const entry = {
    id: '1',
    at: '',
    actor: 'admin',
    companyId: 1,
    company: null,
    address: null,
    action: '',
    targetKind: null,
    targetId: null,
    result: 'ok',
    details: null,
  }
  const say = (key: string, values?: Record<string, string | number>) => {
    const said = word(language, key as Word, values)
    return said === key ? undefined : said
  }
  return auditSentence({ ...entry, ...given }, { ...unknown, ...names }, say, (count) =>
    new Intl.NumberFormat('en-GB').format(count),
  )
}

test('say in both languages who did what to how many', () => {
  const exported = {
    action: 'devices.export',
    targetKind: 'device',
    result: 'done',
    details: { rows: 1_830, format: 'csv' },
  }
  expect(told(exported, { actorName: '管理员' })).toBe('管理员 exported 1,830 devices')
  expect(told(exported, { actorName: '管理员' }, 'zh')).toBe('管理员 导出了 1,830 台设备')
  expect(told({ ...exported, details: { rows: 1 } }, { actorName: 'Ann' })).toBe('Ann exported 1 device')
  expect(told({ ...exported, result: 'stopped' }, { actorName: 'Ann' })).toBe(
    'Ann exported 1,830 devices, stopped part-way',
  )
})

test('say which company a person entered, and to which one another person was moved', () => {
  const entered = { action: 'auth.changeCompany', targetKind: 'user', targetId: '7', company: 'Base West' }
  const ann = { actorName: 'Ann', targetName: 'Ann', isOwn: true }
  expect(told(entered, ann)).toBe('Ann switched to Base West')
  expect(told(entered, ann, 'zh')).toBe('Ann 切换到Base West')
  expect(told(entered, { actorName: 'Ann', targetName: 'Bo' })).toBe('Ann moved user “Bo” to Base West')
  expect(told({ ...entered, result: 'denied' }, ann)).toContain('switch the company')
})

test('name the kind of the rows, and use the plural if their number is unknown', () => {
  const viewed = { action: 'reservations.find', details: { rows: 20 } }
  expect(told(viewed, { actorName: 'Ann' })).toBe('Ann viewed 20 reservations')
  expect(told(viewed, { actorName: 'Ann' }, 'zh')).toBe('Ann 查看了 20 条预约')
  expect(told({ action: 'testees.find' }, { actorName: 'Ann' })).toBe('Ann viewed patients')
  expect(told({ action: 'testees.find' }, { actorName: 'Ann' }, 'zh')).toBe('Ann 查看了受检者')
  const read = { action: 'traces.find', targetKind: 'testee', details: { traces: 9, testees: 7 } }
  expect(told(read, { actorName: 'Ann' }, 'zh')).toBe('Ann 查看了 7 位受检者')
})

test("give one subject's name, or its number if the name is no longer known", () => {
  const scrapped = { action: 'devices.scrap', targetKind: 'device', targetId: '12' }
  expect(told(scrapped, { actorName: 'Ann', targetName: 'T30A1' })).toBe('Ann scrapped device “T30A1”')
  expect(told(scrapped, { actorName: 'Ann' })).toBe('Ann scrapped device #12')
  expect(told({ action: 'users.update', targetKind: 'user', targetId: '3' }, { targetName: 'Bob' })).toBe(
    'admin changed user “Bob”',
  )
})

test('name the only device of an action, and which of its meanings the call had', () => {
  const repair = { action: 'repairs.save', targetKind: 'machine_material_order', targetId: '4' }
  const of = (type: string, ...serials: string[]) => ({
    ...repair,
    details: { type, devices: serials.length, refused: 0, serials },
  })
  const ann = { actorName: 'Ann' }
  expect(told(of('送回', 'T30A1'), ann)).toBe('Ann recorded the return of device “T30A1”')
  expect(told(of('送修', 'T30A1'), ann, 'zh')).toBe('Ann 送修了设备“T30A1”')
  expect(told(of('送修', 'T30A1', 'T30A2'), ann)).toBe('Ann sent 2 devices (T30A1, T30A2) to repair')
  const marked = { action: 'devices.mark', targetKind: 'device' }
  expect(told({ ...marked, details: { mark: 'lost', devices: 1, serials: ['T30A1'] } }, ann)).toBe(
    'Ann marked device “T30A1” as lost',
  )
  const moved = { action: 'transfers.save', targetKind: 'import_batch', targetId: '9' }
  expect(told({ ...moved, details: { devices: 1, serials: ['T30A1'] } }, ann)).toBe('Ann transferred device “T30A1”')
  const decided = { action: 'feeds.resolve', targetKind: 'feed_conflict' }
  expect(told({ ...decided, details: { resolved: 1, serials: ['T30A1'] } }, ann)).toBe('Ann decided conflict “T30A1”')
  const three = { ...decided, details: { resolved: 3, refused: 1, serials: ['T30A1', 'T30A2', 'T30A3'] } }
  expect(told(three, ann)).toBe('Ann decided 3 conflicts (T30A1, T30A2, T30A3)')
  expect(told({ ...three, details: { ...three.details, resolved: 8 } }, ann, 'zh')).toBe(
    'Ann 处理了 8 个冲突（T30A1、T30A2、T30A3 等）',
  )
  const disabled = { action: 'users.setDisabled', targetKind: 'user', targetId: '3', details: { disabled: true } }
  expect(told(disabled, { ...ann, targetName: 'Bob' }, 'zh')).toBe('Ann 停用了用户“Bob”')
})

test('say what a number counts, and name a single subject instead of its contents', () => {
  const entries: Record<string, Partial<AuditRow>> = {
    'Ann brought in an update of 1,969 lines': { action: 'feeds.update', targetId: '9', details: { read: 1_969 } },
    'Ann exported 40 repair records': { action: 'repairs.export', targetKind: 'repair_daily', details: { rows: 40 } },
    'Ann exported 60,000 daily figures': { action: 'dailies.export', details: { rows: 60_000 } },
    'Ann exported the daily sums of 30 days': {
      action: 'dailies.exportDays',
      targetKind: 'daily_scope',
      details: { rows: 30 },
    },
    'Ann exported 6 provinces': { action: 'data.export', targetKind: 'machine_type', details: { rows: 6 } },
    'Ann exported 4 clients': { action: 'clients.export', targetKind: 'place', details: { rows: 4 } },
    'Ann archived month #2025-12': { action: 'history.archive', targetId: '2025-12', details: { rows: 62_000 } },
    'Ann acknowledged event #21': { action: 'alerts.acknowledge', targetId: '21', details: { count: 120 } },
    'The system swept site #7': { action: 'sites.sweep', targetId: '7', details: { devices: 1_500 } },
  }
  for (const said of Object.keys(entries)) expect(told(entries[said] ?? {}, { actorName: 'Ann' })).toBe(said)
})

test('name the person of a sign-out without a session, such as an idle one', () => {
  const idle = { actor: 'anonymous', action: 'auth.logout', targetKind: 'user', targetId: '3' }
  expect(told(idle, { targetName: 'Bob' })).toBe('Bob signed out')
  expect(told(idle, {})).toBe('An unknown person signed out')
  expect(told({ ...idle, actor: 'cli', action: 'system.backup', targetKind: null, targetId: null }, {})).toBe(
    'Terminal backed up the database',
  )
})

test('say that an action was refused or failed', () => {
  expect(told({ action: 'plans.save', result: 'denied' }, { actorName: 'Ann' })).toBe(
    'Ann was not allowed to add plans',
  )
  const read = { action: 'views.find', result: 'denied' }
  expect(told(read, { actorName: 'Ann' })).toBe('Ann was not allowed to view saved views')
  expect(told(read, { actorName: '了然' }, 'zh')).toBe('了然 无权查看已存视图')
  expect(
    told(
      { action: 'auth.login', actor: 'anonymous', targetKind: 'user', targetId: '3', result: 'failed' },
      { targetName: 'Bob' },
    ),
  ).toBe('Bob could not sign in')
  expect(told({ action: 'unheard' }, {})).toBe('admin: unheard')
})

test('know the plain form of each verb with which a sentence begins', () => {
  const firstWords = Object.values(auditSays.en).flatMap((said) => /^\{\{who\}\} (\S+)/.exec(said)?.[1] ?? [])
  expect(firstWords.filter((past) => past !== 'was' && past !== 'could' && !plainVerbs[past])).toEqual([])
})
