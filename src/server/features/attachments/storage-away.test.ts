import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFileStorage } from '#server/services/storage/file-storage.ts'
import { createSpool } from '#server/services/storage/upload-pieces.ts'
import { buildCallerAs, testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { pngPicture } from '#tests/support/pictures.ts'

const database = useDatabase()
const parent = mkdtempSync(join(tmpdir(), 'coldfleet-away-'))
afterAll(() => rmSync(parent, { recursive: true }))

test('Refuse uploads and downloads while the folder of the files is not mounted, and write nothing into it', async () => {
  const [folder, disk] = [join(parent, 'files'), join(parent, 'disk')]
  const storage = createFileStorage(folder)
  const company = await buildCompany(database.db)
  const call = await buildCallerAs(
    database.db,
    { company_id: company.id, nick_name: null },
    { services: { storage, spool: createSpool({ db: database.db, storage }) } },
  )
  const upload = async () =>
    call.projects.upload({ fileName: 'plan.png', content: (await pngPicture()).toString('base64') })
  const id = /[0-9a-f]{32}/.exec((await upload()).id)?.[0] ?? ''
  const download = async () => {
    for await (const part of await call.attachments.download({ id })) if ('fileName' in part) return part.fileName
    return null
  }
  expect(await download()).toBe('plan.png')
  renameSync(folder, disk)
  mkdirSync(folder)
  await expect(upload()).rejects.toMatchObject({ cause: { code: 'STORAGE_AWAY' } })
  await expect(download()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  const spool = createSpool({ db: database.db, storage })
  await expect(spool.begin('1', 'mp4', testNow)).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
  renameSync(disk, folder)
  expect(await download()).toBe('plan.png')
  await upload()
  expect(readdirSync(folder)).toHaveLength(2)
})
