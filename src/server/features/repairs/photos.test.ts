import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { mostRepairPhotos } from '#shared/attachments.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildDevice, buildSite, type UserValues } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()

test('Keep up to nine photos of a repair, visible to its readers, changed by users who enter repairs', async () => {
  const { db } = database
  const [site, elsewhere] = [await buildSite(db), await buildSite(db)]
  const [owner, other] = [
    await buildClient(db, { company_id: site.tenant_id }),
    await buildClient(db, { company_id: site.tenant_id }),
  ]
  const device = await buildDevice(db, {
    company_id: site.tenant_id,
    site_id: site.id,
    client_id: owner.id,
    account_id: null,
  })
  const storage = memoryStorage()
  const png = (await pngPicture()).toString('base64')
  const callerAs = async (given: UserValues) =>
    buildCallerAs(db, given, { services: { audit: createAudit(), storage } })
  const at = { company_id: site.tenant_id, home_company_id: site.tenant_id }
  const manager = await callerAs({ ...at, nick_name: '基地负责人' })
  const { lines } = await manager.repairs.save({ type: '送修', serials: device.serial, notes: '风扇不转' })
  const id = lines[0]?.recordId ?? 0
  const upload = (caller: typeof manager, fileName = 'fan.png') =>
    caller.attachments.upload({ fileName, content: png, ownerKind: 'repair', ownerId: id })

  expect(await manager.repairs.photos({ id })).toEqual([])
  const first = await upload(manager)
  expect((await manager.repairs.photos({ id })).map((photo) => photo.id)).toEqual([first.id])
  for (let photo = 1; photo < mostRepairPhotos; photo += 1) await upload(manager, `${photo}.png`)
  await expect(upload(manager)).rejects.toEqual(refusal('VALIDATION'))
  expect(await manager.repairs.photos({ id })).toHaveLength(mostRepairPhotos)

  const [mine, foreign] = [
    await callerAs({ ...at, nick_name: '客户', client_id: owner.id }),
    await callerAs({ ...at, nick_name: '客户', client_id: other.id }),
  ]
  expect(await mine.repairs.photos({ id })).toHaveLength(mostRepairPhotos)
  await expect(upload(mine)).rejects.toEqual(refusal('FORBIDDEN'))
  const stranger = await callerAs({
    company_id: elsewhere.tenant_id,
    home_company_id: elsewhere.tenant_id,
    nick_name: '基地负责人',
  })
  for (const caller of [foreign, stranger]) {
    await expect(caller.repairs.photos({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(caller.attachments.delete({ id: first.id })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  await expect(upload(stranger)).rejects.toEqual(refusal('NOT_FOUND'))
  await (await callerAs({ ...at, nick_name: '基地负责人' })).attachments.delete({ id: first.id })
  expect(await manager.repairs.photos({ id })).toHaveLength(mostRepairPhotos - 1)
})
