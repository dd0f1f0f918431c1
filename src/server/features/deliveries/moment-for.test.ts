import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { channelMessages } from '#tests/support/channel-messages.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient } from '#tests/support/factories.ts'

const database = useDatabase()
const { later, buildAlert, notice, buildChannel, leave, buildBase } = channelMessages(database)

test('Tell a new channel that an event began, and a client nothing when only others lose machines', async () => {
  const { id, sites } = await buildBase('西北', '一号站')
  const [first] = [await buildChannel(id, { kind: 'webhook' })]
  const alert = await buildAlert(id, sites[0] ?? 0)
  await notice(id, alert, 'opened')
  expect(await leave()).toMatchObject([{ channel: first, message: { type: 'alert.opened' } }])
  const client = await buildClient(database.db, { company_id: id })
  const [late, own] = [
    await buildChannel(id, { kind: 'webhook' }),
    await buildChannel(id, { kind: 'webhook', client_id: client.id }),
  ]
  const machines = (count: number) =>
    sql`insert into alert_owner (alert_id, owner_kind, owner_id, company_id, site_id, kind, severity, opened_at, taken_back, machines)
      select id, 'client', ${client.id}, company_id, site_id, kind, severity, opened_at, false, ${count} from alert where id = ${alert}
      on conflict (alert_id, owner_kind, owner_id) do update set machines = excluded.machines`.execute(database.db)
  const told = async () =>
    (await leave())
      .map(({ channel, message }) => [channel, message.type, (message.data as { count: number }).count])
      .sort()
  await machines(60)
  later(5)
  await notice(id, alert, 'grown', 160)
  expect(await told()).toEqual([
    [first, 'alert.grown', 160],
    [late, 'alert.opened', 160],
    [own, 'alert.opened', 60],
  ])
  later(5)
  await notice(id, alert, 'grown', 270)
  expect(await told()).toEqual([
    [first, 'alert.grown', 270],
    [late, 'alert.grown', 270],
  ])
  await machines(72)
  later(5)
  await notice(id, alert, 'grown', 330)
  expect((await told()).at(-1)).toEqual([own, 'alert.grown', 72])
})
