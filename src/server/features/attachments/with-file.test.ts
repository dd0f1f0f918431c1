import { expect, test } from 'vitest'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { AppError } from '#shared/errors.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { withFile } from './with-file.ts'

const sqlError = (code: string) => Object.assign(new Error('refused'), { code, severity: 'ERROR' })

test.each([
  ['we refuse the row', new AppError('UPLOAD_QUOTA'), 0],
  ['the database refuses the row', sqlError('23503'), 0],
  ['the database goes away, perhaps after it has kept the row', sqlError('57P01'), 1],
  [
    'the connection is lost, perhaps after the row was kept',
    Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' }),
    1,
  ],
])('Keep no row without its file when %s', async (_what, error, kept) => {
  const storage = memoryStorage()
  const work = () => Promise.reject(error)
  await expect(withFile(storage, newStoredName('png').storedName, Buffer.from('x'), work)).rejects.toBe(error)
  expect(storage.names().length).toBe(kept)
})
