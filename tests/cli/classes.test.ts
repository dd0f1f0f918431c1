import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createKeys } from '#server/services/keys.ts'
import { createPasswords } from '#server/services/passwords.ts'
import { videoPieceBytes } from '#shared/classes.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const storage = memoryStorage()
let server: WholeServer
let folder = ''
let through: Record<string, string> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-classes-'))
  const { id: company_id } = await buildCompany(database.db)
  const moment = new Date()
  const nothing = { site_id: null, user_id: null, video_file_name: null, meet_info: null, speech_text: null, guidance: null, share_key: null }
  await database.db
    .insertInto('class_session')
    .values({ ...nothing, company_id, name: '公开课', type: '录播', start_at: moment, end_at: moment })
    .execute()
  const keys = createKeys(readConfig({ DATA_DIR: folder }))
  server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys), storage } })
  through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const video = (file: string, id = '1') => coldfleetHere(['classes', 'video', '--class', id, '--file', file], through)

test('a video of several pieces arrives whole at a running server; what is no video, and a class that is not there, are refused', async () => {
  const content = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(2 * videoPieceBytes + 99, 5)])
  const file = join(folder, '公开课.mp4')
  writeFileSync(file, content)
  const done = await video(file)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = storage.names()
  expect(done.stdout).toBe(`the video of class 1 is kept: ${name} (${content.length} bytes)\n`)
  expect(content.equals(await storage.read(name))).toBe(true)
  const text = join(folder, 'notes.mp4')
  writeFileSync(text, 'no video at all')
  expect(await video(text)).toEqual({ status: 1, stdout: '', stderr: 'Only MP4 and WebM videos can be uploaded\n' })
  expect(await video(file, '99')).toMatchObject({ status: 1, stderr: '--class 99: No such entry\n' })
  expect((await video(join(folder, 'none.mp4'))).status).toBe(2)
  expect(storage.names()).toEqual([name])
})
