import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { featureIn, nextMigration } from './feature.ts'
import { fieldOf, samplesOf, spanOf } from './fields.ts'
import { isIcon } from './icon.ts'
import { namesOf, singularOf } from './names.ts'
import { registered } from './registrations.ts'

const root = join(import.meta.dirname, '../..')

test.each([
  ['contracts', 'contract'],
  ['saved-views', 'saved-view'],
  ['cities', 'city'],
  ['classes', 'class'],
  ['boxes', 'box'],
  ['stock', 'stock-row'],
  ['progress', 'progress-row'],
])('one of the %s is a %s', (many, one) => {
  expect(singularOf(many)).toBe(one)
})

test('create a feature of eight files and add it to every place that lists features', () => {
  const { made, changed } = featureIn(root, namesOf('saved-orders', '订单'))
  const migration = nextMigration(readdirSync(join(root, 'migrations')))
  expect(made.map(({ path }) => path)).toEqual([
    `migrations/${migration}-saved-orders.ts`,
    'src/shared/saved-orders.ts',
    'src/shared/i18n/saved-orders.ts',
    'src/server/features/saved-orders/router.ts',
    'src/server/features/saved-orders/saved-orders.test.ts',
    'src/server/rest/saved-orders.ts',
    'src/client/features/saved-orders/saved-order-screen.tsx',
    'tests/e2e/saved-orders.story.ts',
  ])
  // Each changed file keeps its lines in order, and gains some.
  for (const { path, text } of changed) {
    const before = readFileSync(join(root, path), 'utf8').split('\n')
    const after = text.split('\n')
    let kept = 0
    for (const line of after) if (line === before[kept]) kept += 1
    expect([kept, after.length > before.length], path).toEqual([before.length, true])
  }
  expect(changed.length).toBeGreaterThan(15)
})

test('refuse a feature whose files exist already before anything is written', () => {
  expect(() => featureIn(root, namesOf('stations'))).toThrow('there already: src/shared/stations.ts')
})

test('insert lines before the named place, and report a missing place', () => {
  const text = "import a from 'a'\n\nconst list = {\n  one,\n  two,\n  one,\n}\n"
  const at = (before: string, nth = 1) => registered(text, { path: 'list.ts', before, nth, lines: ['  new,'] })
  expect(at('  one')).toContain('{\n  new,\n  one,')
  expect(at('  one', 2)).toContain('two,\n  new,\n  one,')
  expect(at('}', -1)).toContain('one,\n  new,\n}')
  expect(registered(text, { path: 'list.ts', lines: ["import b from 'b'"] })).toMatch(/^import b from 'b'\nimport a/)
  const known = { path: 'list.ts', before: '  one', lines: ['  new,'], unless: /^ {2}two,/m }
  expect(registered(text, known)).toBe(text)
  expect(() => at('  three')).toThrow('list.ts: no line begins with "  three"')
})

test('read a field with its kind, whether it may be empty, and its name in Chinese', () => {
  expect(fieldOf('startDate:day:开始日期')).toMatchObject({
    column: 'start_date',
    optional: false,
    zh: '开始日期',
    en: 'Start date',
    schema: 'requiredDay',
    sql: 'start_date date not null',
  })
  expect(fieldOf('note:text?')).toMatchObject({
    optional: true,
    zh: 'note',
    schema: 'optionalText(200)',
    sql: 'note text',
  })
  expect(fieldOf('number:text:4:合同编号/Contract number')).toMatchObject({
    limit: 4,
    schema: 'requiredText(4)',
    zh: '合同编号',
  })
  expect(fieldOf('note:text?:500')).toMatchObject({ schema: 'optionalText(500)', sql: 'note text', zh: 'note' })
  expect(fieldOf('price:decimal:50000:月价')).toMatchObject({
    schema: 'decimal(0, 50_000, 2)',
    sql: 'price numeric(7, 2) not null',
  })
  for (const wrong of [
    'endDate:day:10',
    'price',
    'price:money',
    'Price:decimal',
    'a b:text',
    'price:decimal:',
    'client:client',
    'clientId:text',
    // Reserved by the database, or taken by every list.
    'from:day',
    'order:text',
    'companyId:client',
    'day:day',
  ])
    expect(() => fieldOf(wrong)).toThrow(`${wrong}: `)
  for (const first of ['note:text?', 'startDate:day'])
    expect(() => namesOf('contracts', '合同', [first])).toThrow('what a row is known by')
  const { fields } = namesOf('contracts', '合同', ['number:text', 'endDate:day?', 'price:decimal'])
  const short = [fieldOf('number:text:4:合同编号'), fieldOf('price:decimal:5')]
  expect(samplesOf(short, { mark: '甲' })).toBe("number: '合同编甲', price: 2.5")
  expect(samplesOf(fields, { mark: '甲' })).toBe("number: 'number甲', endDate: null, price: 12.5")
  expect(samplesOf(fields, { mark: '甲', by: 'column' })).toBe("number: 'number甲', end_date: null, price: 12.5")
})

test('choose a client by its id and show its name; treat a start and an end day as a range', () => {
  const { fields } = namesOf('contracts', '合同', [
    'number:text',
    'clientId:client?:客户',
    'startDate:day',
    'endDate:day?',
  ])
  expect(fields[1]).toMatchObject({
    shown: 'client',
    column: 'client_id',
    en: 'Client',
    schema: 'optionalClient',
    sql: 'client_id int references client(id)',
  })
  const { first, last } = spanOf(fields) ?? {}
  expect([first?.name, last?.name]).toEqual(['startDate', 'endDate'])
  expect(spanOf(namesOf('contracts', '合同', ['number:text', 'startDate:day', 'endTime:day']).fields)).toBeNull()
})

test('know the icons of lucide by their names', () => {
  expect(['handshake', 'clipboard-list', 'file-text'].map(isIcon)).toEqual([true, true, true])
  expect(['handshakes', 'Handshake', '../icons/handshake'].map(isIcon)).toEqual([false, false, false])
})
