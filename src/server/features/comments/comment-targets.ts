import { type RawBuilder, sql } from 'kysely'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type CommentListRequest, commentedOf } from '#shared/comments.ts'
import { onThing } from './queries.ts'
import { finder } from './write.ts'

/**
 * Return the condition for comments on the devices of whole bases or of sites. A comment belongs to the place of its
 * device.
 */
const onDevices = (set: DeviceSet): RawBuilder<boolean> =>
  set.companyIds.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(said.target_kind = 'device' and ${sql.join(territoryConditions(set), sql` and `)})`
/**
 * Up to this many class sessions, their comments are found by the index on the thing. Above it, all comments are read
 * from the newest back.
 */
const fewSessions = 1_000

/** Return the condition for comments on the class sessions that the caller sees. */
async function onClasses(ctx: SignedInContext): Promise<RawBuilder<boolean>> {
  const seen = await visible(ctx, 'class_session')
  const { rows } = await sql<{
    id: number
  }>`select class_session.id from class_session where ${seen} limit ${fewSessions + 1}`.execute(ctx.readDb)
  if (rows.length <= fewSessions)
    return sql<boolean>`(said.target_kind = 'class' and said.class_id = any(${rows.map(({ id }) => id)}::int[]))`
  // As a subquery the sessions are read once; a join would look each of them up.
  return sql<boolean>`(said.target_kind = 'class' and coalesce(said.class_id in (select class_session.id from class_session where ${seen}), false))`
}

/**
 * Return the conditions for the comments of a request: on one thing, which must be in scope, or on all in scope.
 * @throws AppError NOT_FOUND
 */
export async function targetsOf(ctx: SignedInContext, request: CommentListRequest): Promise<RawBuilder<boolean>[]> {
  // Headquarters have class sessions of their own.
  const companyIds = [...new Set([...ctx.scope.branches.map(({ companyId }) => companyId), ctx.viewer.tenantId])]
  const one = commentedOf(request)
  if (one) {
    await (await finder(ctx, one))(ctx.readDb)
    // Comments from before the device came from another base belong to that base and are not shown.
    return [sql<boolean>`(said.company_id = any(${companyIds}::int[]) and ${onThing(one)})`]
  }
  const devices = request.targetKind === 'class' ? [] : [onDevices(await ctx.services.places.narrow(ctx.scope))]
  const classes = request.targetKind === 'device' ? [] : [await onClasses(ctx)]
  return [...devices, ...classes].map(
    (things) => sql<boolean>`(said.company_id = any(${companyIds}::int[]) and ${things})`,
  )
}
