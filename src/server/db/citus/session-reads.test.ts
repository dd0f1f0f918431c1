import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createSessionReader, hashOfToken, newToken } from '#server/session.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { openSessionReads } from './session-reads.ts'

const database = useDatabase()
const isCluster = Boolean(process.env.TEST_CITUS)

test('Keep the plan of the statement that reads one session, on several nodes by connections of its own', async () => {
  const config = readConfig({ DATA_DIR: '/nonexistent', ...(database.url && { DATABASE_URL: database.url }) })
  const reads = await openSessionReads(database, config, pino({ level: 'silent' }))
  expect(reads === null).toBe(!isCluster)
  try {
    const user = await buildUser(database.db)
    const token = newToken()
    await sql`insert into session (token_hash, user_id, company_id, kind, created_at, last_seen_at, expires_at)
      values (${hashOfToken(token)}, ${user.id}, ${user.company_id}, 'browser', now(), now(), now() + interval '1 day')`.execute(
      database.db,
    )
    await (reads?.db ?? database.db).connection().execute(async (db) => {
      const read = createSessionReader(db, reads?.tables)
      for (let times = 0; times < 10; times += 1)
        expect(await read(hashOfToken(token))).toMatchObject({ user_id: user.id, may_enter: true })
      const { rows } = await sql<{ statement: string; kept: number }>`
        select statement, generic_plans::int as kept from pg_prepared_statements where statement like '%token_hash = $1%'`.execute(
        db,
      )
      expect(rows).toEqual([{ statement: expect.any(String), kept: expect.any(Number) }])
      expect(rows[0]?.kept).toBeGreaterThan(0)
      // Citus plans a statement that names its tables for each execution, whatever PostgreSQL keeps.
      const names = isCluster ? /from session_\d+ s join app_user_\d+ u .* join company_\d+ c / : /from session s /
      expect(rows[0]?.statement).toMatch(names)
    })
  } finally {
    await reads?.close()
  }
})
