import { changeRow, createRow, recordKind } from '#server/db/records.ts'
import { placeOf, visible } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { TesteeSave, TesteeUpdate } from '#shared/testees.ts'
import { checkTown } from './towns.ts'

const testee = recordKind({ table: 'testee', kind: 'testee', columns: ['company_id'] })

/** @throws AppError VALIDATION for a birthday in the future */
function refuseUnborn(ctx: SignedInContext, birthday: string | null | undefined): void {
  if (birthday && birthday > businessDay(ctx.clock(), ctx.config.timeZone))
    throw refusedField(ctx, 'birthday', 'testees.birthday.wrong')
}

/** Undefined fields are not written: they are null in a new testee and unchanged in an existing one. */
const columnsOf = ({ name, sex, phone, birthday, townId }: Omit<TesteeUpdate, 'id'>) => ({
  name,
  sex,
  phone,
  birthday,
  town_id: townId,
})

/** Create a testee. @returns its id. @throws AppError NOT_FOUND for a company or town, VALIDATION */
export async function createTestee(ctx: SignedInContext, input: TesteeSave): Promise<number> {
  const place = await placeOf(ctx, input.companyId)
  refuseUnborn(ctx, input.birthday)
  const { id } = await createRow(ctx, testee, {
    action: 'testees.save',
    values: async (trx) => {
      await checkTown(trx, input.townId)
      return { ...place, ...columnsOf(input), name: input.name }
    },
  })
  return id
}

/** Change the sent fields. @returns its id. @throws AppError NOT_FOUND, EDITED_BY_OTHERS, VALIDATION */
export async function changeTestee(ctx: SignedInContext, input: TesteeUpdate): Promise<number> {
  refuseUnborn(ctx, input.birthday)
  const { id } = await changeRow(ctx, testee, input, {
    action: 'testees.update',
    visible: await visible(ctx, 'testee'),
    set: async (_, trx) => {
      await checkTown(trx, input.townId)
      return columnsOf(input)
    },
  })
  return id
}
