import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { checkCodeLength } from '#shared/field-limits.ts'
import { checkCodeSigns } from '#shared/reports.ts'

const shortestCount = 4

/** Return the next number of a business day, for example JC20261121-0001; concurrent calls get different numbers. */
export async function nextReportNumber(trx: Transaction<Database>, day: string): Promise<string> {
  const { last_number } = await trx
    .insertInto('report_number')
    .values({ business_date: day, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('business_date').doUpdateSet({ last_number: sql`report_number.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return `JC${day.replaceAll('-', '')}-${String(last_number).padStart(shortestCount, '0')}`
}

/** Create a code with 30 random bits: with ten attempts a minute nobody guesses the code of a number. */
export const newCheckCode = (): string =>
  Array.from({ length: checkCodeLength }, () => checkCodeSigns[randomInt(checkCodeSigns.length)]).join('')
