import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()

test('Undo a large transfer after any number of small ones of its day', async () => {
  const town = await transferTown(database.db, { count: 30, days: 4 })
  const call = callerIn(database, town)
  const [large, small] = [town.ids.slice(0, 15), town.ids.slice(15, 28)]
  const transfer = (ids: number[]) =>
    call.transfers.save({
      selection: { ids },
      to: { clientId: town.clients[1].id },
      date: addDays(town.today, -2),
      reason: 'contract',
    })
  const before = await feedTables(database.db, town.base.id)
  const first = await transfer(large)
  const batches = [first.batchId ?? 0]
  for (const id of small) batches.push((await transfer([id])).batchId ?? 0)
  expect(await call.feeds.batch({ id: first.batchId ?? 0 })).toMatchObject({ undoable: true, obstacle: null })
  for (const id of batches) expect(await call.feeds.undo({ id })).toMatchObject({ kept: 0 })
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
  expect(await findContradictions(database.pool)).toEqual([])
})

test('Advise to transfer the machines back, not to send a feed, when an undo is no longer possible', async () => {
  const town = await transferTown(database.db, { count: 2, days: 4 })
  const date = addDays(town.today, -2)
  const made = await callerIn(database, town).transfers.save({
    selection: { ids: town.ids },
    to: { clientId: town.clients[1].id },
    date,
    reason: 'contract',
  })
  const refusal = (given: typeof town) =>
    callerIn(database, given)
      .feeds.undo({ id: made.batchId ?? 0 })
      .then(
        () => '',
        (error: unknown) => describeError(error, 'en').message,
      )
  const late = await refusal({ ...town, now: new Date(town.now.getTime() + 86_400_000) })
  expect(late).toContain(`transfer the devices back with the same date, ${date}`)
  for (const table of ['import_before', 'transfer_before', 'transfer_kept'])
    await sql`delete from ${sql.table(table)} where batch_id = ${made.batchId}`.execute(database.db)
  const forgotten = await refusal(town)
  expect(forgotten).toContain(`transfer them back with the same date, ${date}`)
  expect(forgotten).not.toContain('feed')
})
