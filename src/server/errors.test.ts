import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { MachineTypeSave } from '#shared/machine-types.ts'
import { useDatabase } from '#tests/support/database.ts'
import { describeError } from './errors.ts'

const database = useDatabase()

test('Name a character that no text of the database holds as the reason', async () => {
  const failed = await sql`select ${'a\u0000b'}::text`.execute(database.db).catch((error: unknown) => error)
  expect(describeError(failed, 'zh')).toMatchObject({ appCode: 'VALIDATION' })
  expect(describeError(failed, 'zh').message).toContain('NUL')
  expect(describeError(failed, 'en').message).toContain('NUL')
})

test('Say that a value must be a number, and above a limit that it may not equal', () => {
  const { error } = MachineTypeSave.safeParse({ targetHashRate: 0 })
  const rate = describeError(error, 'en').fields.find(({ field }) => field === 'targetHashRate')
  expect(rate?.problem).toBe('must be above 0')
  const text = describeError(MachineTypeSave.safeParse({ targetHashRate: 'abc' }).error, 'zh').fields
  expect(text).toContainEqual(expect.objectContaining({ field: 'targetHashRate', problem: '应为数字' }))
})

test('Name a missing record for people without the field of the request, at its field and in the sentence', () => {
  const missing = new AppError('NOT_FOUND', { field: 'siteId' })
  const field = { field: 'siteId', label: 'site', problem: 'This entry does not exist, or has been deleted' }
  expect(describeError(missing, 'en', '', '', true)).toMatchObject({ message: 'No such entry: site', fields: [field] })
  // A program that calls REST has only the sentence.
  expect(describeError(missing, 'en').message).toBe('No such entry: site siteId')
})
