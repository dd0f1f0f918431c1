import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { changeRow, createRow, deleteRow, holdRow } from '#server/db/records.ts'
import { checkStaff } from '#server/db/staff.ts'
import { placeOf, visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { activityPath, type ClassSave, type ClassShare, type ClassUpdate } from '#shared/classes.ts'
import { instantOf } from '#shared/dates.ts'
import { session } from './queries.ts'

const timesOf = (ctx: SignedInContext, [start, end]: ClassSave['dateRange']) => ({
  start_at: instantOf(start, ctx.config.timeZone),
  end_at: instantOf(end, ctx.config.timeZone),
})
/** What is undefined is not written: a changed session keeps what it has. */
const textsOf = ({ meetInfo, speechText, guidance }: Omit<ClassUpdate, 'id'>) => ({
  meet_info: meetInfo,
  speech_text: speechText,
  guidance,
})

/** A session in the caller's name. @returns its id. @throws AppError NOT_FOUND for a company out of reach */
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
 * Takes a session out of every list, with its link; its video goes with the files that were deleted a month ago.
 * @throws AppError NOT_FOUND, also for one that was deleted already
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

/** Adds people who listen and evaluate: nobody is taken away, and doing it twice is harmless. @throws AppError NOT_FOUND */
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

/** Sets or takes away the key of a session, where that changes anything. */
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
    // The key itself is never logged: a reader of the log could use it.
    await auditRow(trx, ctx, session, held, { action, details: { name: held.name } })
    return shareKey
  })
}

/** The link of a session that needs no sign-in; sharing again answers the same one. @throws AppError NOT_FOUND */
export async function shareClass(ctx: SignedInContext, id: number): Promise<ClassShare> {
  const fresh = randomBytes(16).toString('hex')
  const shareKey = (await writeKey(ctx, id, 'classes.share', (present) => present ?? fresh)) ?? fresh
  return { id, shareKey, path: activityPath(shareKey) }
}

/** From now on the link leads nowhere, and a new one will be another. @throws AppError NOT_FOUND */
export async function unshareClass(ctx: SignedInContext, id: number): Promise<void> {
  await writeKey(ctx, id, 'classes.unshare', () => null)
}
