import { join } from 'node:path'
import { expect, test } from 'vitest'
import { videoPieceBytes } from '#shared/classes.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const storage = memoryStorage()
const {
  folder,
  here,
  file: fileOf,
} = useTerminal(
  async (db) => {
    const { id: company_id } = await buildCompany(db)
    const moment = new Date()
    const nothing = {
      site_id: null,
      user_id: null,
      video_file_name: null,
      meet_info: null,
      speech_text: null,
      guidance: null,
      share_key: null,
    }
    await db
      .insertInto('class_session')
      .values({ ...nothing, company_id, name: '公开课', type: '录播', start_at: moment, end_at: moment })
      .execute()
  },
  { storage },
)

const video = (file: string, id = '1') => here('classes', 'video', '--class', id, '--file', file)

test('upload a video in several parts, and refuse another file or a missing class', async () => {
  const content = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypisom', 'latin1'),
    Buffer.alloc(2 * videoPieceBytes + 99, 5),
  ])
  const file = fileOf('公开课.mp4', content)
  const done = await video(file)
  expect(done).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = storage.names()
  expect(done.stdout).toBe(`the video of class 1 is kept: ${name} (${content.length} bytes)\n`)
  expect(content.equals(await storage.read(name))).toBe(true)
  const text = fileOf('notes.mp4', 'no video at all')
  expect(await video(text)).toEqual({ status: 1, stdout: '', stderr: 'Only MP4 and WebM videos can be uploaded\n' })
  expect(await video(file, '99')).toMatchObject({
    status: 1,
    stderr: '--class 99: This entry does not exist, or has been deleted\n',
  })
  expect((await video(join(folder, 'none.mp4'))).status).toBe(2)
  expect(storage.names()).toEqual([name])
})
