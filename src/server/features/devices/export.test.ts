import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLines, meant, neutral } from '#shared/csv.ts'
import { word } from '#shared/i18n/index.ts'
import { buildCaller } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { useExporter } from '#tests/support/exported-files.ts'
import { buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { feedTown, fileOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const { exporter, textOf, unzip, bytesOf } = useExporter(database)

test("Export what the list shows, in the reader's language", async () => {
  const site = await buildSite(database.db, { name: '一号站' })
  const client = await buildClient(database.db, { company_id: site.tenant_id, name: '甲, "乙"' })
  await buildDevice(database.db, {
    site_id: site.id,
    client_id: client.id,
    account_id: null,
    serial: '007',
    state: 'repaired',
    active_worker: null,
    repair_times: 2,
  })
  const { parts } = await exporter()
  const zh = await parts({ format: 'csv' })
  expect(zh[0]).toEqual({ fileName: '设备列表.csv', contentType: 'text/csv; charset=utf-8', rows: 1 })
  expect(textOf(zh)).toBe(
    '\uFEFF序列号,站点,客户,子账号,矿工,矿工状态,类型,状态,维修次数\r\n007\t,一号站,"甲, ""乙""",,,否,T30,修复未上线,2\r\n',
  )
  const en = await parts({ format: 'csv', language: 'en', columns: ['state', 'serial'] })
  expect(textOf(en)).toBe(`\uFEFFState,Serial\r\n${word('en', 'device.state.repaired')},007\t\r\n`)
})

test('Export measurements and times in the business time zone', async () => {
  const heard = {
    hash_rate: 29.5,
    last_report_at: new Date('2026-11-19T21:25:00Z'),
    state_since: new Date('2026-11-01T16:00:00Z'),
  }
  await buildDevice(database.db, { serial: 'M1', ...heard })
  await buildDevice(database.db, { serial: 'M2', ...heard, hash_rate: null, last_report_at: null })
  const { parts } = await exporter()
  const columns = ['serial', 'stateSince', 'hashRate', 'lastReportAt', 'hall'] as const
  expect(parse(textOf(await parts({ format: 'csv', language: 'en', columns: [...columns] })), { bom: true })).toEqual([
    ['Serial', 'In this state since', 'Hash rate (TH/s)', 'Last report', 'Hall'],
    ['M1', '2026-11-02 00:00:00', '29.5', '2026-11-20 05:25:00', ''],
    ['M2', '2026-11-02 00:00:00', '', '', ''],
  ])
})

test('Export all matching rows, whatever the page and size on the screen', async () => {
  const base = await buildCompany(database.db)
  await database.pool.query(
    `insert into device(serial, company_id, type, state) select 'T' || lpad(number::text, 6, '0'), $1, 'T30', (case when number % 3 = 0 then 'low' else 'normal' end)::device_state
      from generate_series(1, 6500) number`,
    [base.id],
  )
  const { parts, written, viewer } = await exporter({ company_id: base.id, nick_name: '基地负责人' })
  const file = await parts({ format: 'csv', page: 3, size: 1020, state: 'low', orderWay: 'desc', columns: ['serial'] })
  const rows: string[][] = parse(textOf(file), { bom: true, fromLine: 2 })
  expect(rows).toHaveLength(2_166)
  expect(rows[0]).toEqual(['T006498'])
  expect(file.length).toBeGreaterThan(2)
  expect(written).toEqual([
    expect.objectContaining({
      action: 'devices.export',
      result: 'done',
      details: expect.objectContaining({ rows: 2_166, format: 'csv' }),
    }),
  ])
  expect(viewer.tenantId).toBe(base.id)
})

test('Neutralize cells that a spreadsheet would run as a formula', async () => {
  for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A'])
    expect(neutral(cell)).toBe(`'${cell}`)
  for (const cell of ['T30', '1-2', '', null, -5]) expect(neutral(cell)).toBe(cell)
  const site = await buildSite(database.db, { name: '=HYPERLINK("http://example.org")' })
  await buildDevice(database.db, { site_id: site.id, serial: '-1', active_worker: 'one\ntwo' })
  const { parts } = await exporter()
  const rows: string[][] = parse(textOf(await parts({ format: 'csv' })), { bom: true })
  expect(rows[1]?.[4]).toBe('one\ntwo')
  expect(rows[1]?.slice(0, 2)).toEqual(["'-1", `'=HYPERLINK("http://example.org")`])
})

test('Start no formula after a separator inside a cell, and read the text back unchanged', async () => {
  for (const text of ['x\n=1+1;y', 'x\r\n =HYPERLINK("a")', 'x\r@SUM(1)', 'a;=1', 'a\t"+1', 'a\n－1', 'a\n\n"=1']) {
    const file = csvLines([['first', text, 'last']])
    const cells = file.split(/[;\t\r\n,]/).map((cell) => cell.replace(/^[\s"]*/, ''))
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    expect(meant(parse(file)[0]?.[1] ?? '')).toBe(text)
  }
})

test('Write no text for a number that is not finite', () => {
  expect(csvLines([[Number.NaN, -Infinity, 0, null]])).toBe(',,0,\r\n')
})

test('Keep serials as text that look like numbers, dates or formulas, and read them back', async () => {
  const read = [
    '0012345',
    '123456789012345678',
    '1E5',
    '12E-3',
    '1.5e+3',
    '3-12',
    '20-11-12',
    '12.11.2026',
    '12:30',
    '5-MAR',
    'MAR5',
    'Sept-2',
  ]
  // In a column of dates these would be dates.
  read.push(
    ...[
      '2026-11-22',
      '2026-1-2',
      '2026-11-22T10:00',
      '1.50',
      '12.5',
      '5.',
      '.5',
      '.5e3',
      '1,234.5',
      "1'000",
      '5%',
      '$5',
      '5€',
      '5元',
      '(5)',
      '5-',
    ],
  )
  read.push(
    ...[
      '12:3',
      '9AM',
      '1:2:3.5',
      '22.11.',
      '2026年11月22日',
      '11月22日',
      '9点30分',
      'Nov-22-2026',
      'TRUE',
      'false',
      '０１２',
      '２０２６-１１-２２',
    ],
  )
  const kept = ['12345', 'T30-001', '0x1F', 'MAR-T30', '1E5A', '1.2.3.4', '20260001-03', '22日', '(5', 'true1']
  const serials = [...read, ...kept, '-5', '=1+1']
  const town = await feedTown(database)
  for (const serial of serials) await buildDevice(database.db, { serial, company_id: town.tenant.id })
  const { parts } = await exporter()
  const text = textOf(await parts({ format: 'csv', columns: ['serial', 'type'], orderColumn: 'id', orderWay: 'asc' }))
  const cells: string[][] = parse(text, { bom: true, fromLine: 2 })
  expect(cells.map(([serial]) => serial)).toEqual([
    ...[...read.map((serial) => `${serial}\t`), ...kept, "'-5", "'=1+1"],
  ])
  expect(await town.apply(fileOf(text))).toMatchObject({ read: serials.length, created: 0, refused: 0 })
})

test('Keep long texts, serials as text and numbers as numbers in a workbook', async () => {
  const site = await buildSite(database.db, { name: '站'.repeat(300) })
  await buildDevice(database.db, { site_id: site.id, serial: '00123', repair_times: 4 })
  const { parts } = await exporter()
  const file = await parts({ format: 'xlsx' })
  expect(file[0]).toMatchObject({ fileName: '设备列表.xlsx', contentType: expect.stringContaining('spreadsheetml') })
  const files = unzip(bytesOf(file))
  expect(files.get('xl/workbook.xml')).toContain('设备列表')
  expect(files.get('xl/sharedStrings.xml')).toContain('站'.repeat(300))
  expect(files.get('xl/sharedStrings.xml')).toContain('>00123<')
  expect(files.get('xl/worksheets/sheet1.xml')).toMatch(/<c r="I2"[^>]*><v>4<\/v>/)
})

test('Write an old workbook by default', async () => {
  await buildDevice(database.db)
  const { parts } = await exporter()
  const file = await parts({})
  expect(file[0]).toMatchObject({ fileName: '设备列表.xls', contentType: 'application/vnd.ms-excel' })
  expect(bytesOf(file).subarray(0, 8)).toEqual(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
})

test('Export an empty list with only a header', async () => {
  const base = await buildCompany(database.db)
  const { parts } = await exporter({ company_id: base.id, nick_name: '基地负责人' })
  expect(textOf(await parts({ format: 'csv', columns: ['serial'] }))).toBe('\uFEFF序列号\r\n')
  expect(bytesOf(await parts({ format: 'xlsx' })).length).toBeGreaterThan(1_000)
})

test('Log what was sent when the reader stops half-way', async () => {
  const base = await buildCompany(database.db)
  await database.pool.query(
    `insert into device(serial, company_id, type, state) select 'T' || number, $1, 'T30', 'normal' from generate_series(1, 4500) number`,
    [base.id],
  )
  const { viewer, audit, written } = await exporter({ company_id: base.id, nick_name: '基地负责人' })
  let seen = 0
  for await (const _ of await buildCaller(database.db, {
    viewer,
    services: { audit },
    now: '2027-01-01T00:00:00Z',
  }).devices.export({ format: 'csv' })) {
    seen += 1
    if (seen === 4) break
  }
  expect(written).toEqual([
    expect.objectContaining({ result: 'stopped', details: expect.objectContaining({ rows: 2_000 }) }),
  ])
})

test('Refuse more than six exports a minute with the time to retry, and allow one a minute later', async () => {
  await buildDevice(database.db)
  const { parts } = await exporter()
  for (let number = 0; number < 6; number += 1) await parts({ format: 'csv' })
  await expect(parts({ format: 'csv' })).rejects.toThrow('操作过于频繁，请在 60 秒后再试')
  expect((await parts({ format: 'csv' }, 61))[0]).toMatchObject({ rows: 1 })
})
