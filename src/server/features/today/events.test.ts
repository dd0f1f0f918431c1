import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { alertTown, fallen } from '#tests/support/alert-town.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildUser, type Company } from '#tests/support/factories.ts'

const database = useDatabase()

async function town() {
  const made = await alertTown(database)
  const { db } = database
  const as = async (
    role: string,
    { company = made.tenant, client_id }: { company?: Company; client_id?: number } = {},
  ) => {
    const user = await buildUser(db, {
      company_id: company.id,
      home_company_id: company.id,
      nick_name: role,
      ...(client_id ? { client_id } : {}),
    })
    return async () =>
      buildCaller(db, { viewer: await viewerOf(db, user), now: made.now(), services: { audit: createAudit() } })
  }
  const groupsOf = async (caller: Awaited<ReturnType<typeof as>>) => (await (await caller()).today.get()).needs ?? []
  return { made, as, groupsOf }
}

test('List a site that is down first until acknowledged, and show owners only their own machines', async () => {
  const { made, as, groupsOf } = await town()
  await fallen(made, 280)
  const [inspector, owner] = [await as('检验员'), await as('客户', { client_id: made.client.id })]
  const others = [await as('基地负责人', { company: await buildCompany(database.db) }), await as('登记人员')]
  const stranger = await buildClient(database.db, { company_id: made.tenant.id })
  others.push(await as('客户', { client_id: stranger.id }))
  const [first] = await groupsOf(inspector)
  expect(first).toMatchObject({ kind: 'event', total: 1, totalCapped: false })
  expect(first?.rows).toMatchObject([
    {
      name: made.site.name,
      siteId: made.site.id,
      count: 280,
      since: made.now().toISOString(),
      event: { kind: 'site.outage', severity: 'critical' },
    },
  ])
  expect((await groupsOf(owner))[0]?.rows).toMatchObject([
    { kind: 'event', count: 280, event: { kind: 'site.outage' } },
  ])
  for (const other of others) expect((await groupsOf(other)).filter(({ kind }) => kind === 'event')).toEqual([])

  const [need] = first?.rows ?? []
  await (await inspector()).alerts.acknowledge({
    id: need?.id ?? 0,
    rowVersion: need?.event?.rowVersion ?? 0,
    acknowledged: true,
    reason: 'power',
  })
  expect((await groupsOf(inspector)).filter(({ kind }) => kind === 'event')).toEqual([])
  expect((await groupsOf(owner))[0]?.rows).toHaveLength(1)
})

test('Show a silent site in one row: the event while it is open, and nothing else once acknowledged', async () => {
  const { made, as, groupsOf } = await town()
  await made.feed(made.lines(50))
  made.pass(24 * 60 + 120)
  await made.tick()
  const chief = await as('基地负责人')
  const [first, ...rest] = await groupsOf(chief)
  expect(first?.rows.map(({ event }) => event?.kind)).toEqual(['site.silent'])
  expect(
    rest.flatMap(({ rows }) => rows).filter(({ kind, siteId }) => kind === 'siteSilent' && siteId === made.site.id),
  ).toEqual([])
})
