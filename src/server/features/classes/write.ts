import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { changeRow, createRow, deleteRow, holdRow } from '#server/db/records.ts'
import { checkStaff } from '#server/db/staff.ts'
import { placeOf, visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { instantOf } from '#shared/business-time.ts'
import { activityPath, type ClassSave, type ClassShare, type ClassUpdate } from '#shared/classes.ts'
import { session } from './queries.ts'

const timesOf = (ctx: SignedInContext, [start, end]: ClassSave['dateRange']) => ({
  start_at: instantOf(start, ctx.config.timeZone),
  end_at: instantOf(end, ctx.config.timeZone),
})
/** undefined is not written: a changed session keeps its value. */
const textsOf = ({ meetInfo, speechText, guidance }: Omit<ClassUpdate, 'id'>) => ({
  meet_info: meetInfo,
  speech_text: speechText,
  guidance,
})

/** Create a session of the caller. @returns its id. @throws AppError NOT_FOUND for a company out of scope */
export async function saveClass(ctx: SignedInContext, input: ClassSave): Promise<number> {
  const { name, type, dateRange } = input
  const place = await placeOf(ctx, input.companyId)
  const values = { ...place, name, type, ...timesOf(ctx, dateRange), ...textsOf(input), user_id: ctx.viewer.userId }
  const { id } = await createRow(ctx, session, { action: 'classes.save', values, details: { name } })
  return id
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function updateClass(ctx: SignedInContext, input: ClassUpdate): Promise<void> {
  const { name, type, dateRange, ended } = input
  await changeRow(ctx, session, input, {
    action: 'classes.update',
    visible: await visible(ctx, 'class_session'),
    set: { name, type, ...(dateRange === undefined ? {} : timesOf(ctx, dateRange)), ...textsOf(input), ended },
    details: (before) => ({ name: name ?? before.name, ...(ended === undefined ? {} : { ended }) }),
  })
}

/**
 * Delete a session with its link. The sweep removes the file of its video a month later.
 * @throws AppError NOT_FOUND, also for a session that is already deleted
 */
export async function deleteClass(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  return deleteRow(ctx, session, id, {
    action: 'classes.delete',
    visible: await visible(ctx, 'class_session'),
    set: { share_key: null },
    check: (_, trx) =>
      trx
        .updateTable('attachment')
        .set({ deleted_at: ctx.clock() })
        .where('owner_kind', '=', 'classVideo')
        .where('owner_id', '=', id)
        .execute(),
    details: ({ name }) => ({ name }),
  })
}

/**
 * Add listeners and evaluators. Nobody is removed, and adding someone twice has no effect.
 * @throws AppError NOT_FOUND
 */
export async function addChecks(ctx: SignedInContext, id: number, people: readonly { id: number }[]): Promise<void> {
  const ids = [...new Set(people.map((person) => person.id))]
  const seen = await visible(ctx, 'class_session')
  await ctx.db.transaction().execute(async (trx) => {
    const held = await holdRow(trx, session, { id }, seen)
    await checkStaff(trx, held.company_id, ids)
    const { rows: added } = await sql<{ user_id: number }>`insert into class_check (class_id, user_id)
      select ${held.id}, unnest(${ids}::int[]) on conflict do nothing returning user_id`.execute(trx)
    if (added.length === 0) return
    await auditRow(trx, ctx, session, held, {
      action: 'classes.addChecks',
      details: { people: added.map(({ user_id }) => user_id) },
    })
  })
}

/** Set or clear the share key of a session, and log it if that changes anything. */
async function writeKey(
  ctx: SignedInContext,
  id: number,
  action: 'classes.share' | 'classes.unshare',
  keyOf: (present: string | null) => string | null,
) {
  const seen = await visible(ctx, 'class_session')
  return ctx.db.transaction().execute(async (trx) => {
    const held = await holdRow(trx, session, { id }, seen)
    const shareKey = keyOf(held.share_key)
    if (shareKey === held.share_key) return shareKey
    await trx
      .updateTable('class_session')
      .set({ share_key: shareKey, update_time: ctx.clock() })
      .where('id', '=', held.id)
      .execute()
    // The key itself is not logged, because a reader of the log could use it.
    await auditRow(trx, ctx, session, held, { action, details: { name: held.name } })
    return shareKey
  })
}

/**
 * Return a link to a session that works without signing in. Sharing again returns the same link.
 * @throws AppError NOT_FOUND
 */
export async function shareClass(ctx: SignedInContext, id: number): Promise<ClassShare> {
  const fresh = randomBytes(16).toString('hex')
  const shareKey = (await writeKey(ctx, id, 'classes.share', (present) => present ?? fresh)) ?? fresh
  return { id, shareKey, path: activityPath(shareKey) }
}

/** Withdraw the link of a session. A later link has another key. @throws AppError NOT_FOUND */
export async function unshareClass(ctx: SignedInContext, id: number): Promise<void> {
  await writeKey(ctx, id, 'classes.unshare', () => null)
}
