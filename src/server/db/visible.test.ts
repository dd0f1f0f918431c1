import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SignedInContext } from '#server/trpc.ts'
import type { Reach } from '#shared/roles.ts'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildAccount,
  buildCompany,
  buildHeadquarters,
  buildSite,
  type Company,
  type UserValues,
} from '#tests/support/factories.ts'
import { baseOf, changeable, placeOf, visible } from './visible.ts'

const database = useDatabase()

async function callerAt(companyId: number, reach: Reach, given: UserValues = {}): Promise<SignedInContext> {
  const context = buildContext(database.db)
  const viewer = await buildViewer(database.db, { company_id: companyId, ...given })
  return { ...context, viewer, reach, scope: await context.services.places.scopeOf(viewer, reach) }
}

/** A base with two sites, one of them in the bin, and another base; a testee and a station at every possible place. */
async function twoBases() {
  const { db } = database
  const head = await buildHeadquarters(db)
  const east = await buildCompany(db)
  const west = await buildCompany(db)
  const site = await buildSite(db, { tenant: east })
  const gone = await buildSite(db, { tenant: east, deleted_at: new Date() })
  const testee = (name: string, company: Company, at: Company | null = null) =>
    db
      .insertInto('testee')
      .values({ company_id: company.id, site_id: at?.id ?? null, name })
      .execute()
  await testee('head', head)
  await testee('east', east)
  await testee('site', east, site)
  await testee('gone', east, gone)
  await testee('west', west)
  for (const [name, { id }] of Object.entries({ head, east, west }))
    await db.insertInto('station').values({ name, company_id: id, deleted_at: null }).execute()
  await db.insertInto('station').values({ name: 'deleted', company_id: east.id, deleted_at: new Date() }).execute()
  return { head, east, west, site, gone }
}
type Kind = 'testee' | 'station'
const named = async (kind: Kind, condition: ReturnType<typeof sql<boolean>>) =>
  (
    await sql<{ name: string }>`select name from ${sql.table(kind)} as row where ${condition} order by id`.execute(
      database.db,
    )
  ).rows.map(({ name }) => name)
const seen = async (ctx: SignedInContext, kind: Kind, companyId?: number) =>
  named(kind, await visible(ctx, kind, { as: 'row', companyId }))
const changed = async (ctx: SignedInContext, kind: Kind) => named(kind, await changeable(ctx, kind, 'row'))

test('show rows of a site to its base and to the site itself, and never while the site is in the bin', async () => {
  const { head, east, west, site, gone } = await twoBases()
  const manager = await callerAt(head.id, 'all')
  expect(await seen(manager, 'testee')).toEqual(['head', 'east', 'site', 'west'])
  expect(await seen(manager, 'testee', east.id)).toEqual(['east', 'site'])
  const base = await callerAt(east.id, 'company')
  expect(await seen(base, 'testee')).toEqual(['east', 'site'])
  expect(await seen(base, 'testee', site.id)).toEqual(['site'])
  expect(await seen(await callerAt(site.id, 'company'), 'testee')).toEqual(['site'])
  for (const foreign of [west.id, gone.id, 2_000_000_000])
    await expect(seen(base, 'testee', foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await placeOf(base, site.id)).toEqual({ company_id: east.id, site_id: site.id })
  await expect(placeOf(base, west.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('list base records by the company the management works in, and allow changes by its permissions', async () => {
  const { head, east, west } = await twoBases()
  const manager = await callerAt(head.id, 'all')
  expect(await seen(manager, 'station')).toEqual(['head', 'east', 'west'])
  const visiting = await callerAt(east.id, 'all')
  expect(await seen(visiting, 'station')).toEqual(['east'])
  expect(await changed(visiting, 'station')).toEqual(['head', 'east', 'west'])
  expect(await seen(visiting, 'station', west.id)).toEqual(['west'])
  const base = await callerAt(east.id, 'company')
  expect([await seen(base, 'station'), await changed(base, 'station')]).toEqual([['east'], ['east']])
  await expect(seen(base, 'station', west.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect([await baseOf(base), await baseOf(visiting, west.id)]).toEqual([east.id, west.id])
})

test('show owners of machines no rows of a base, and nobody own rows of a kind without an owner', async () => {
  const { east } = await twoBases()
  const account = await buildAccount(database.db, { company_id: east.id })
  const owner = { client_id: account.client_id, account_id: account.id }
  for (const reach of ['client', 'account', 'own'] as const)
    expect(await seen(await callerAt(east.id, reach, owner), 'testee')).toEqual([])
})

test('show a user limited to own rows what the user created, class sessions only at the user’s base', async () => {
  const { east, west } = await twoBases()
  const own = await callerAt(east.id, 'own')
  const { userId } = own.viewer
  const times = { start_at: new Date(), end_at: new Date() }
  for (const [name, company_id, user_id] of [
    ['mine', east.id, userId],
    ['elsewhere', west.id, userId],
    ['theirs', east.id, null],
  ] as const)
    await database.db
      .insertInto('class_session')
      .values({ name, company_id, site_id: null, user_id, type: '录播', ...times })
      .execute()
  const { rows } = await sql<{
    name: string
  }>`select name from class_session where ${await visible(own, 'class_session')}`.execute(database.db)
  expect(rows).toEqual([{ name: 'mine' }])
})
