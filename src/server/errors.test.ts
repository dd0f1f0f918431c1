import { sql } from 'kysely'
import { expect, test } from 'vitest'
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

test('Say that a number must be above a limit that it may not equal', () => {
  const { error } = MachineTypeSave.safeParse({ targetHashRate: 0 })
  const rate = describeError(error, 'en').fields.find(({ field }) => field === 'targetHashRate')
  expect(rate?.problem).toBe('must be above 0')
})
