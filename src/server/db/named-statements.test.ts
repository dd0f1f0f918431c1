import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { statementName, unnamedMark } from './named-statements.ts'

describe('a statement', () => {
  const base = useDatabase()

  test('gets a name at its third execution, always the same', async () => {
    // Names are limited; other tests of the same process may have used all of them.
    vi.resetModules()
    const { statementName } = await import('./named-statements.ts')
    const text = 'select $1::int as again'
    expect([statementName(text), statementName(text)]).toEqual([null, null])
    const name = statementName(text)
    expect(name).toMatch(/^n[\w-]{20}$/)
    expect(statementName(text)).toBe(name)
  })

  test('never gets a name if it must be planned for its values, or is as long as a file', () => {
    for (const text of [`select ${unnamedMark} $1::int`, `select $1::int -- ${'x'.repeat(9_000)}`])
      for (let times = 0; times < 5; times += 1) expect(statementName(text)).toBeNull()
  })

  test('answers as before after a column was added while its plan was cached', async () => {
    await base.pool.query('create table changing (id int)')
    await base.pool.query('insert into changing values (1)')
    const ask = () => sql`select * from changing where id = ${1}`.execute(base.db)
    for (let times = 0; times < 4; times += 1) await ask()
    await base.pool.query("alter table changing add column name text default 'new'")
    expect((await ask()).rows).toEqual([{ id: 1, name: 'new' }])
    await base.pool.query('drop table changing')
  })

  test('reports everything that the database said about a violated constraint', async () => {
    await base.pool.query("insert into setting(key, value) values ('a', '{}')")
    const twice = sql`insert into setting(key, value) values (${'a'}, '{}')`.execute(base.db)
    await expect(twice).rejects.toMatchObject({
      code: '23505',
      constraint: 'setting_pkey',
      table: 'setting',
      severity: 'ERROR',
      detail: 'Key (key)=(a) already exists.',
    })
  })
})
