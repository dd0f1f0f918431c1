import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildSite } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { applyFeed } from './apply-feed.ts'

const database = useDatabase()

test('Name the other base of a site only to users who see that base', async () => {
  const { db } = database
  const made = await feedTown(database)
  await buildDevice(db, { serial: 'A1', company_id: made.tenant.id, site_id: made.site.id })
  const foreign = await buildSite(db)
  const other = await db.selectFrom('company').selectAll().where('id', '=', foreign.tenant_id).executeTakeFirstOrThrow()
  const parts = {
    db,
    config: { databaseUrl: database.url, deviceFeedUrl: null, timeZone: 'Asia/Shanghai' },
    clock: () => new Date(),
  }
  const territory = territoryOf([made.tenant.id, other.id])
  const request = { devices: [lineOf('A1', { site: foreign.name })], dryRun: true }
  const told = await applyFeed(parts, { actor: 'chief', userId: null, territory, language: 'en' }, request)
  expect(told.errors).toMatchObject([
    { reason: 'siteOtherBase', text: expect.stringContaining(`${foreign.name} (${other.name})`) },
  ])
  expect((await made.apply(request)).errors.map(({ reason }) => reason)).toEqual(['siteUnknown'])
})
