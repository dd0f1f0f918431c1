import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { emptyScope } from '#server/db/scope.ts'
import type { Viewer } from '#server/viewer.ts'
import { AuditRequest } from '#shared/audit.ts'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { findAudit } from './find.ts'

const database = useDatabase({ emptied: 'file' })
let viewer: Viewer

/** Its many indexes make a long log dear: one for all tests. */
beforeAll(async () => {
  await buildHeadquarters(database.db)
  viewer = await buildViewer(database.db, { user_name: 'boss' })
  await sql`insert into audit_log (at, actor, action, result)
    select now() - n * interval '1 minute', 'user' || n % 500, 'devices.find', 'ok' from generate_series(1, 20000) n`.execute(
    database.db,
  )
  await sql`insert into audit_log (at, actor, action, result)
    select now() - interval '1 year', 'rarely-here', 'sites.sweep', 'stopped' from generate_series(1, 3)`.execute(
    database.db,
  )
  await database.vacuum(['audit_log'])
})

test.each([
  [{ actor: 'RARELY' }, ['audit_log_actor_search']],
  [{ actor: 'RARELY', result: 'stopped' }, ['audit_log_actor_search']],
  // The first is for the actions of the log that the filter names.
  [{ action: 'sites.sweep' }, ['audit_log_action', 'audit_log_action', 'audit_log_action']],
  [{ result: 'stopped' }, ['audit_log_result', 'audit_log_result']],
] as const)('Find rare entries of a long log by an index: %j', async (filters, indexes) => {
  const request = AuditRequest.parse(filters)
  const plans = await explain(database, async (db) => {
    expect(
      (await findAudit({ ...buildContext(db), viewer, reach: 'all', scope: emptyScope }, request)).totalCount,
    ).toBe(3)
  })
  const reads = plans.filter(({ text }) => text.includes('audit_log'))
  const used = reads.map(({ nodes }) =>
    nodes
      .find((node) => node.includes(' audit_log_'))
      ?.split(' ')
      .at(-1),
  )
  expect(used).toEqual([...indexes, 'audit_log_pkey'])
  for (const { buffers } of reads) expect(buffers).toBeLessThan(60)
})
