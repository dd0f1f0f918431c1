import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { createSessionReader, hashOfToken, newToken, tokenHash } from '#server/session.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'

const database = useDatabase()
const isCluster = Boolean(process.env.TEST_CITUS)
const logger = pino({ level: 'silent' })

/**
 * Open the database with modules and connections of this test: in those of the worker, other files may have used up the
 * names of statements or outdated a plan.
 */
async function openOwn(): Promise<OpenDatabase & Pick<typeof import('./session-reads.ts'), 'openSessionReads'>> {
  vi.resetModules()
  const { openDatabase } = await import('#server/db/open.ts')
  const template = inject('template')
  const options = template.engine === 'embedded' ? { inMemory: true, template: template.archive } : {}
  return {
    ...(await openDatabase({ databaseUrl: database.url, databaseReadUrl: null, dataDir: '' }, logger, options)),
    openSessionReads: (await import('./session-reads.ts')).openSessionReads,
  }
}

test('Keep the plans of statements that read one session or several, on nodes by own connections', async () => {
  const config = readConfig({ DATA_DIR: '/nonexistent', ...(database.url && { DATABASE_URL: database.url }) })
  const own = await openOwn()
  const reads = await own.openSessionReads(own, config, logger)
  try {
    expect(reads === null).toBe(!isCluster)
    const user = await buildUser(own.db)
    const token = newToken()
    await sql`insert into session (token_hash, user_id, company_id, kind, created_at, last_seen_at, expires_at)
      values (${hashOfToken(token)}, ${user.id}, ${user.company_id}, 'browser', now(), now(), now() + interval '1 day')`.execute(
      own.db,
    )
    await (reads?.db ?? own.db).connection().execute(async (db) => {
      const read = createSessionReader(db, reads?.tables)
      const known = { user_id: user.id, may_enter: true }
      const both = async () => Promise.all([token, 'unknown'].map(async (one) => read(tokenHash(one))))
      for (let times = 0; times < 10; times += 1) {
        expect(await read(tokenHash(token))).toMatchObject(known)
        expect(await both()).toMatchObject([known, undefined])
      }
      const { rows } = await sql<{ statement: string; kept: number }>`
        select statement, generic_plans::int as kept from pg_prepared_statements where statement like '%where s.token_hash = %'`.execute(
        db,
      )
      expect(rows).toHaveLength(2)
      // Citus plans a statement that names its tables for each execution, whatever PostgreSQL keeps.
      const names = isCluster ? /from session_\d+ s join app_user_\d+ u .* join company_\d+ c / : /from session s /
      for (const { statement, kept } of rows) {
        expect(statement).toMatch(names)
        expect(kept).toBeGreaterThan(0)
      }
    })
  } finally {
    await reads?.close()
    await own.close()
  }
})
