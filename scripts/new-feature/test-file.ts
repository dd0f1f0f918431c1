import { type NewField, samplesOf, spanOf } from './fields.ts'
import type { Names } from './names.ts'

/** Return the helper with which the tests create a row: with a client of the base, if it has one. */
const rowMaker = ({ one, fields: [first, ...further] }: Names) => {
  const samples = (given: readonly NewField[]) =>
    samplesOf(given, { mark: '', full: true, client: 'client.id', typed: true })
  const row = `{ ${first.name}: '甲'${further.length > 0 ? `, ${samples(further)}` : ''} }`
  return further.some(({ kind }) => kind === 'client')
    ? `/** Call it once for each base: the name of its client is unique there. */
const ${one.camel}Of = async (company_id: number) => {
  const client = await buildClient(database.db, { company_id, name: \`客户\${company_id}\` })
  return ${row}
}`
    : `const ${one.camel}Of = async (_companyId: number) => (${row})`
}

/** Return the fields that a row of the list has in addition to the sent ones: the names of its clients. */
const namesOfClients = (fields: Names['fields']) =>
  fields.flatMap(({ kind, shown }) => (kind === 'client' ? ` ${shown}: \`客户\${base.id}\`,` : [])).join('')

const foreignClient = ({ camel, fields }: Names) => {
  const client = fields.find(({ kind }) => kind === 'client')
  return client
    ? `  await expect(${camel}.save({ ...own, ${client.name}: theirs.${client.name} })).rejects.toEqual(refusal('NOT_FOUND'))
`
    : ''
}

const reversedSpan = ({ camel, fields }: Names) => {
  const span = spanOf(fields)
  return span
    ? `  await expect(${camel}.save({ ...first, ${span.first.name}: '2026-11-21', ${span.last.name}: '2026-11-20' })).rejects.toThrow()
  expect((await ${camel}.find({ day: '2026-11-20' })).totalCount).toBe(1)
  expect((await ${camel}.find({ day: '2026-11-19' })).totalCount).toBe(0)
`
    : ''
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Return the checks of the filters of choices and clients: one value finds the row, another one does not. */
const filterChecks = ({ camel, fields }: Names) =>
  fields
    .flatMap(({ kind, name, zh, values }) => {
      const finds = (value: string, count: number) =>
        `  expect((await ${camel}.find({ ${name}: ${value} })).totalCount).toBe(${count})\n`
      const other = `other${capital(name)}`
      if (kind === 'one')
        return [finds(`first.${name}`, 1), ...values.slice(1, 2).map(({ value }) => finds(`'${value}'`, 0))]
      return kind === 'client'
        ? [
            finds(`first.${name}`, 1),
            `  const ${other} = await buildClient(database.db, { company_id: base.id, name: '另一${zh}' })\n`,
            finds(`${other}.id`, 0),
          ]
        : []
    })
    .join('')

/** Return the checks that a value above the limit of its field is refused. */
const limitChecks = ({ camel, fields }: Names) =>
  fields
    .map(({ kind, name, limit }) =>
      limit === null
        ? ''
        : `  await expect(${camel}.save({ ...second, ${name}: ${kind === 'text' ? `'甲'.repeat(${limit + 1})` : limit + 1} })).rejects.toThrow()\n`,
    )
    .join('')

export const testFile = (names: Names) => {
  const { camel, en, one, fields } = names
  const hasClient = fields.some(({ kind }) => kind === 'client')
  return `import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { ${hasClient ? 'buildClient, ' : ''}buildCompany, buildUser } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
${rowMaker(names)}
const callerAs = async (given: Parameters<typeof buildUser>[1] = {}) =>
  buildCaller(database.db, { services: { audit: createAudit() }, viewer: await viewerOf(database.db, await buildUser(database.db, given)) })

test('Add, find, change, export and delete a ${en.one}, with an audit entry for each change', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const { ${camel} } = await callerAs({ nick_name: '基地负责人', company_id: base.id })
  const first = await ${one.camel}Of(base.id)
  const second = { ...first, ${fields[0].name}: '乙' }
  const made = await ${camel}.save({ ...first, ${fields[0].name}: ' 甲 ' })
  await expect(${camel}.save(first)).rejects.toEqual(refusal('DUPLICATE'))
  await expect(${camel}.save({ ...first, ${fields[0].name}: ' ' })).rejects.toThrow()
  const row = { id: made.id, ...first,${namesOfClients(fields)} companyId: base.id, company: '华东基地', updateTimeStr: '2026-11-20 12:00:00', rowVersion: 1 }
  expect(await ${camel}.find({ name: '甲' })).toEqual({ data: [row], totalCount: 1 })
  expect((await ${camel}.find({ name: '%' })).totalCount).toBe(0)
${filterChecks(names)}${reversedSpan(names)}${limitChecks(names)}
  expect(await ${camel}.save({ id: made.id, ...second, rowVersion: 1 })).toEqual({ id: made.id, rowVersion: 2 })
  await expect(${camel}.save({ id: made.id, ...first, rowVersion: 1 })).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  let text = ''
  for await (const part of await ${camel}.export({ format: 'csv', columns: ['${fields[0].name}', 'company'] })) if ('text' in part) text += part.text
  expect(text.split('\\r\\n').slice(1)).toEqual(['乙,华东基地', ''])

  expect(await ${camel}.delete({ id: made.id })).toEqual({ id: made.id })
  expect((await ${camel}.find({})).totalCount).toBe(0)
  await expect(${camel}.delete({ id: made.id })).rejects.toEqual(refusal('NOT_FOUND'))
  const log = await database.db.selectFrom('audit_log').select(['action', 'company_id', 'target_kind', 'details']).orderBy('id').execute()
  expect(log).toMatchObject([
    { action: '${camel}.save', target_kind: '${one.table}', company_id: base.id, details: { after: { ${fields[0].column}: '甲' } } },
    { action: '${camel}.save', details: { before: { ${fields[0].column}: '甲' }, after: { ${fields[0].column}: '乙' } } },
    { action: '${camel}.export', details: { rows: 1 } },
    { action: '${camel}.delete', details: { before: { ${fields[0].column}: '乙' } } },
  ])
})

test('Refuse the ${en.many.toLowerCase()} of another base as not found', async () => {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const theirs = await ${one.camel}Of(west.id)
  const foreign = await (await callerAs({ nick_name: '基地负责人', company_id: west.id })).${camel}.save(theirs)
  const { ${camel} } = await callerAs({ nick_name: '基地负责人', company_id: east.id })
  const own = await ${one.camel}Of(east.id)
  expect(await ${camel}.find({})).toEqual({ data: [], totalCount: 0 })
  await expect(${camel}.find({ companyId: west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(${camel}.export({ companyId: west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(${camel}.save({ id: foreign.id, ...own })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(${camel}.save({ ...own, companyId: west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(${camel}.delete({ id: foreign.id })).rejects.toEqual(refusal('NOT_FOUND'))
${foreignClient(names)}})
`
}
