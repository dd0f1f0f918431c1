import { type RawBuilder, sql } from 'kysely'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type CommentListRequest, commentedOf } from '#shared/comments.ts'
import { onThing } from './queries.ts'
import { finder } from './write.ts'

/** Those on the devices of a whole base or of sites; a comment belongs to the place of its device. */
const onDevices = (set: DeviceSet): RawBuilder<boolean> =>
  set.companyIds.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(said.target_kind = 'device' and ${sql.join(territoryConditions(set), sql` and `)})`
/** Of so few class sessions the comments are found by the index of what they are about; of more, among all comments from the newest back. */
const fewSessions = 1_000

/** Those on the class sessions that the caller sees. */
async function onClasses(ctx: SignedInContext): Promise<RawBuilder<boolean>> {
  const seen = await visible(ctx, 'class_session')
  const { rows } = await sql<{
    id: number
  }>`select class_session.id from class_session where ${seen} limit ${fewSessions + 1}`.execute(ctx.readDb)
  if (rows.length <= fewSessions)
    return sql<boolean>`(said.target_kind = 'class' and said.class_id = any(${rows.map(({ id }) => id)}::int[]))`
  // As a value they are read once, where a join would look each of them up.
  return sql<boolean>`(said.target_kind = 'class' and coalesce(said.class_id in (select class_session.id from class_session where ${seen}), false))`
}

/** Where the comments of a request stand: on one thing, which must be within reach, or on everything that is. @throws AppError NOT_FOUND */
export async function thingsOf(ctx: SignedInContext, request: CommentListRequest): Promise<RawBuilder<boolean>[]> {
  // Class sessions of headquarters are its own.
  const companyIds = [...new Set([...ctx.scope.branches.map(({ companyId }) => companyId), ctx.viewer.tenantId])]
  const one = commentedOf(request)
  if (one) {
    await (await finder(ctx, one))(ctx.readDb)
    // What was said in another base, before the device came from there, is that base's.
    return [sql<boolean>`(said.company_id = any(${companyIds}::int[]) and ${onThing(one)})`]
  }
  const devices = request.targetKind === 'class' ? [] : [onDevices(await ctx.services.places.narrow(ctx.scope))]
  const classes = request.targetKind === 'device' ? [] : [await onClasses(ctx)]
  return [...devices, ...classes].map(
    (things) => sql<boolean>`(said.company_id = any(${companyIds}::int[]) and ${things})`,
  )
}
