import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { placeOf } from '#server/db/placed.ts'
import { checkStaff } from '#server/db/staff.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { activityPath, type ClassSave, type ClassShare, type ClassUpdate } from '#shared/classes.ts'
import { instantOf } from '#shared/dates.ts'
import { oneClass, visibleClasses } from './queries.ts'

const timesOf = (ctx: SignedInContext, [start, end]: ClassSave['dateRange']) => ({
  start_at: instantOf(start, ctx.config.timeZone),
  end_at: instantOf(end, ctx.config.timeZone),
})
/** What is undefined is not written: a changed session keeps what it has. */
const textsOf = ({ meetInfo, speechText, guidance }: ClassUpdate) => ({ meet_info: meetInfo, speech_text: speechText, guidance })

/** A session in the caller's name. @throws AppError NOT_FOUND for a company out of reach */
export async function saveClass(ctx: SignedInContext, input: ClassSave): Promise<number> {
  const place = await placeOf(ctx, input.companyId)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('class_session')
      .values({
        ...place,
        name: input.name,
        type: input.type,
        ...timesOf(ctx, input.dateRange),
        meet_info: input.meetInfo ?? null,
        speech_text: input.speechText ?? null,
        guidance: input.guidance ?? null,
        user_id: ctx.viewer.userId,
        video_file_name: null,
        share_key: null,
        create_time: now,
        update_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.services.audit.write(trx, ctx, {
      action: 'classes.save',
      targetKind: 'class',
      targetId: id,
      companyId: place.company_id,
      details: { name: input.name },
    })
    return id
  })
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function updateClass(ctx: SignedInContext, input: ClassUpdate): Promise<void> {
  const visible = await visibleClasses(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const held = await oneClass(trx, visible, input.id, { held: true, rowVersion: input.rowVersion })
    await trx
      .updateTable('class_session')
      .set(({ eb }) => ({
        name: input.name,
        type: input.type,
        ...(input.dateRange === undefined ? {} : timesOf(ctx, input.dateRange)),
        ...textsOf(input),
        ...(input.ended === undefined ? {} : { ended: input.ended }),
        update_time: ctx.clock(),
        row_version: eb('row_version', '+', 1),
      }))
      .where('id', '=', held.id)
      .execute()
    await ctx.services.audit.write(trx, ctx, {
      action: 'classes.update',
      targetKind: 'class',
      targetId: held.id,
      companyId: held.company_id,
      details: { name: input.name ?? held.name, ...(input.ended === undefined ? {} : { ended: input.ended }) },
    })
  })
}

/**
 * Takes a session out of every list, with its link; its video goes with the files that were deleted a month ago.
 * @throws AppError NOT_FOUND, also for one that was deleted already
 */
export async function deleteClass(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const visible = await visibleClasses(ctx)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const { name, company_id: companyId } = await oneClass(trx, visible, id, { held: true })
    await trx
      .updateTable('class_session')
      .set(({ eb }) => ({ deleted_at: now, share_key: null, update_time: now, row_version: eb('row_version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await trx.updateTable('attachment').set({ deleted_at: now }).where('owner_kind', '=', 'classVideo').where('owner_id', '=', id).execute()
    await ctx.services.audit.write(trx, ctx, { action: 'classes.delete', targetKind: 'class', targetId: id, companyId, details: { name } })
    return { id }
  })
}

/** Adds people who listen and evaluate: nobody is taken away, and doing it twice is harmless. @throws AppError NOT_FOUND */
export async function addChecks(ctx: SignedInContext, id: number, people: readonly { id: number }[]): Promise<void> {
  const ids = [...new Set(people.map((person) => person.id))]
  const visible = await visibleClasses(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const held = await oneClass(trx, visible, id, { held: true })
    await checkStaff(trx, held.company_id, ids)
    const { rows: added } = await sql<{ user_id: number }>`insert into class_check (class_id, user_id)
      select ${held.id}, unnest(${ids}::int[]) on conflict do nothing returning user_id`.execute(trx)
    if (added.length === 0) return
    await ctx.services.audit.write(trx, ctx, {
      action: 'classes.addChecks',
      targetKind: 'class',
      targetId: held.id,
      companyId: held.company_id,
      details: { people: added.map(({ user_id }) => user_id) },
    })
  })
}

/** Sets or takes away the key of a session, where that changes anything. */
async function writeKey(ctx: SignedInContext, id: number, action: 'classes.share' | 'classes.unshare', keyOf: (present: string | null) => string | null) {
  const visible = await visibleClasses(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const held = await oneClass(trx, visible, id, { held: true })
    const shareKey = keyOf(held.share_key)
    if (shareKey === held.share_key) return shareKey
    await trx.updateTable('class_session').set({ share_key: shareKey, update_time: ctx.clock() }).where('id', '=', held.id).execute()
    // The key itself stands in no log: whoever reads it there could use it.
    await ctx.services.audit.write(trx, ctx, { action, targetKind: 'class', targetId: held.id, companyId: held.company_id, details: { name: held.name } })
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
