import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { addDays } from '#shared/dates.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()

const refusalOf = (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
  call.then(
    () => ({ code: '', message: '' }),
    (error: unknown) => {
      const { appCode, message } = describeError(error, 'en')
      return { code: appCode, message }
    },
  )

/**
 * Create a town, one manager's preview of a transfer of its first four machines, and another manager who acts a minute
 * later.
 */
async function previewed() {
  const town = await transferTown(database.db, { count: 6, days: 6 })
  const request = {
    selection: { ids: town.ids.slice(0, 4) },
    to: { clientId: town.clients[1].id },
    date: addDays(town.today, -3),
    reason: 'contract',
  }
  const { previewVersion } = await callerIn(database, town).transfers.save({ ...request, dryRun: true })
  const later = { ...town, now: new Date(town.now.getTime() + 60_000) }
  return { town, request, previewVersion, later: callerIn(database, later), now: later.now }
}

test('Refuse a transfer and name the machines that others moved since its preview, writing nothing', async () => {
  const { town, request, previewVersion, later } = await previewed()
  await later.transfers.save({
    selection: { ids: town.ids.slice(1, 3) },
    to: { siteId: town.sites[1].id },
    reason: 'moved',
  })
  const before = await feedTables(database.db, town.base.id)
  const refused = await refusalOf(later.transfers.save({ ...request, previewVersion }))
  expect(refused.code).toBe('EDITED_BY_OTHERS')
  expect(refused.message).toContain('somebody else has changed 2 devices since your preview')
  for (const [index, serial] of town.serials.slice(0, 4).entries())
    expect(refused.message.includes(serial)).toBe(index === 1 || index === 2)
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
  const again = await later.transfers.save({ ...request, dryRun: true })
  expect(again.previewVersion).not.toBe(previewVersion)
  expect(await later.transfers.save({ ...request, previewVersion: again.previewVersion })).toMatchObject({
    moved: 4,
    dryRun: false,
  })
})

test('Name a machine scrapped since the preview as changed, or as scrapped without a preview', async () => {
  const { town, request, previewVersion, later } = await previewed()
  await later.devices.scrap({ id: town.ids[0] ?? 0, reason: 'burnt' })
  const refused = await refusalOf(later.transfers.save({ ...request, previewVersion }))
  expect(refused.code).toBe('EDITED_BY_OTHERS')
  expect(refused.message).toContain(town.serials[0])
  expect((await refusalOf(later.transfers.save(request))).code).toBe('TRANSFER_REFUSED')
})

test('Ignore new measurements since the preview', async () => {
  const { town, request, previewVersion, later } = await previewed()
  await later.feeds.update({
    devices: town.serials.slice(0, 4).map((serial) => ({ serial, hashRate: 7, activeWorkerState: true })),
    confirm: ['offline'],
  })
  expect(await later.transfers.save({ ...request, previewVersion })).toMatchObject({ moved: 4 })
})

test('Refuse an undo when machines of its batch have changed since its preview', async () => {
  const { town, request, previewVersion, later, now } = await previewed()
  const { batchId } = await later.transfers.save({ ...request, previewVersion })
  const id = batchId ?? 0
  const rehearsed = await later.feeds.undo({ id, dryRun: true })
  const afterwards = callerIn(database, { ...town, now: new Date(now.getTime() + 60_000) })
  await afterwards.transfers.save({
    selection: { ids: [town.ids[2] ?? 0] },
    to: { clientId: town.clients[0].id },
    reason: 'again',
  })
  const before = await feedTables(database.db, town.base.id)
  const refused = await refusalOf(afterwards.feeds.undo({ id, previewVersion: rehearsed.previewVersion }))
  expect(refused).toMatchObject({ code: 'EDITED_BY_OTHERS' })
  expect(refused.message).toContain(`changed 1 device since your preview: ${town.serials[2]}`)
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
  const { previewVersion: newer } = await afterwards.feeds.undo({ id, dryRun: true })
  expect(await afterwards.feeds.undo({ id, previewVersion: newer })).toMatchObject({ undone: 3, kept: 1 })
})

test('Refuse an invalid preview version with that reason', async () => {
  const { request, later } = await previewed()
  const refused = await refusalOf(later.transfers.save({ ...request, previewVersion: 'mine' }))
  expect(refused.code).toBe('VALIDATION')
  expect(refused.message).toContain('the previewVersion that the preview answered')
})
