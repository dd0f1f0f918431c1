import { refuseOutdated } from '#server/db/records.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { HashRulesRow, HashRulesSave } from '#shared/hash-rules.ts'
import { hashRulesKey, hashRulesOf } from './hash-rules.ts'

/** Sets targets and k. It holds from the next report and the next day on; the days that are written keep the target and the judgement of their time. */
export async function saveHashRules(ctx: SignedInContext, { rowVersion, ...rules }: HashRulesSave): Promise<HashRulesRow> {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('setting').select(['value', 'row_version']).where('key', '=', hashRulesKey).forUpdate().executeTakeFirst()
    const version = before?.row_version ?? 0
    refuseOutdated(version, rowVersion)
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
