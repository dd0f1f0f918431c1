import { procedure, type SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type HashRulesRow, HashRulesSave } from '#shared/hash-rules.ts'
import { hashRulesKey, hashRulesOf, readHashRules } from './hash-rules.ts'

/** What a device is measured by, for whoever sees devices. */
export const hashRules = procedure('devices.hashRules').query(({ ctx }): Promise<HashRulesRow> => readHashRules(ctx.db))

/** Holds from the next report and the next day on; the days that are written keep the target and the judgement of their time. */
async function keep(ctx: SignedInContext, { rowVersion, ...rules }: HashRulesSave): Promise<HashRulesRow> {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('setting').select(['value', 'row_version']).where('key', '=', hashRulesKey).forUpdate().executeTakeFirst()
    const version = before?.row_version ?? 0
    if (rowVersion !== undefined && rowVersion !== version) throw new AppError('EDITED_BY_OTHERS')
    const values = { key: hashRulesKey, value: JSON.stringify(rules), row_version: version + 1, update_time: ctx.clock() }
    const written = await trx
      .insertInto('setting')
      .values(values)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(values).where('setting.row_version', '=', version))
      .executeTakeFirst()
    // Two first changes at once: there was no row to wait for.
    if (written.numInsertedOrUpdatedRows !== 1n) throw new AppError('EDITED_BY_OTHERS')
    await ctx.services.audit.write(trx, ctx, {
      action: 'devices.saveHashRules',
      targetKind: 'setting',
      details: { before: hashRulesOf(before?.value), after: rules },
    })
    return { ...rules, rowVersion: version + 1 }
  })
}

/** Sets targets and k, for the management. */
export const saveHashRules = procedure('devices.saveHashRules')
  .input(HashRulesSave)
  .mutation(({ ctx, input }): Promise<HashRulesRow> => keep(ctx, input))
