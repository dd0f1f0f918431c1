import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { readRow } from '#server/db/records.ts'
import { visible } from '#server/db/visible.ts'
import { session } from '#server/features/classes/queries.ts'
import { isOneOf, ownProjects, projectsOfScope } from '#server/features/projects/reach.ts'
import { tenantOfRepair } from '#server/features/repairs/photos.ts'
import { trace } from '#server/features/traces/write.ts'
import { baseManagers, deviceReaders, managers, reviewers } from '#server/permissions-reach.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { type PictureOwner, pictureOwners } from '#shared/attachments.ts'
import { AppError } from '#shared/errors.ts'
import type { Reach, Role } from '#shared/roles.ts'
import type { Attachment } from './queries.ts'

type Act = 'read' | 'write'
type Known = Context & { viewer: Viewer }
type Reaches = Partial<Record<Role, Reach>>

/**
 * Who may read and who may change the owner of a picture: the rules of clients.get, sites.update, users.update,
 * traces.update, repairs.find and repairs.save.
 */
const rules: Record<PictureOwner, Record<Act, Reaches>> = {
  company: { read: deviceReaders, write: managers },
  client: { read: deviceReaders, write: managers },
  user: { read: baseManagers, write: baseManagers },
  trace: { read: reviewers, write: reviewers },
  repair: { read: deviceReaders, write: baseManagers },
}

/**
 * Return the context with the scope that a rule gives to the caller's role.
 * @throws AppError FORBIDDEN for a role without a rule
 */
async function within(ctx: Known, reaches: Reaches): Promise<SignedInContext> {
  const reach = reaches[ctx.viewer.role]
  if (!reach) throw new AppError('FORBIDDEN')
  return { ...ctx, reach, scope: await ctx.services.places.scopeOf(ctx.viewer, reach) }
}

const missing = () => new AppError('NOT_FOUND')
const isPictureOwner = (kind: string): kind is PictureOwner => (pictureOwners as readonly string[]).includes(kind)

async function tenantOfUser(ctx: Known, act: Act, id: number): Promise<number> {
  const book = await ctx.services.places.book()
  const isOwn = id === ctx.viewer.userId
  const caller = isOwn ? null : await within(ctx, rules.user[act])
  const user = await ctx.db
    .selectFrom('app_user')
    .select('home_company_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const home = user && book.companies.get(user.home_company_id)
  const isBelow =
    caller === null || caller.reach === 'all' || (home && book.withChildren(ctx.viewer.companyId).includes(home.id))
  if (!home || home.deleted || !isBelow) throw missing()
  return home.tenantId
}

/**
 * Return the tenant of the present or future owner of a picture, after checking that the caller may act on that owner.
 * @throws AppError FORBIDDEN for the caller's role, NOT_FOUND both for an owner that does not exist and for one out of
 * scope
 */
export async function tenantOfOwner(ctx: Known, act: Act, kind: PictureOwner, id: number): Promise<number> {
  if (kind === 'user') return tenantOfUser(ctx, act, id)
  const caller = await within(ctx, rules[kind][act])
  const { places } = ctx.services
  const book = await places.book()
  if (kind === 'trace') {
    const { company_id } = await readRow(ctx.db, trace, id, await visible(caller, 'trace'))
    return company_id
  }
  if (kind === 'repair') return tenantOfRepair(ctx.db, await places.narrow(caller.scope), id)
  if (kind === 'client') {
    await places.narrow(caller.scope, { clientId: id })
    return book.clients.get(id)?.companyId ?? 0
  }
  const company = book.companies.get(id)
  if (!company || company.deleted) throw missing()
  if (company.kind !== 'headquarters') await places.narrow(caller.scope, { companyId: id })
  else if (!caller.scope.everything) throw missing()
  return company.tenantId
}

/** Tell whether the caller may see the project of a sketch or report, by the rule of projects.get. */
async function seesProject(ctx: Known, id: number): Promise<boolean> {
  const book = await ctx.services.places.book()
  const reach = baseManagers[ctx.viewer.role]
  const others = reach ? [projectsOfScope(await ctx.services.places.scopeOf(ctx.viewer, reach), book)] : []
  const sets: RawBuilder<boolean> = isOneOf([ownProjects(ctx.viewer, book), ...others])
  const { rows } = await sql`select from project where id = ${id} and ${sets}`.execute(ctx.db)
  return rows.length > 0
}

/** Check that the caller may see a class session, by the rule of classes.get. @throws AppError FORBIDDEN, NOT_FOUND */
async function findClass(ctx: Known, id: number): Promise<void> {
  await readRow(ctx.db, session, id, await visible(await within(ctx, reviewers), 'class_session'))
}

/**
 * Check that the caller may read a file: users who may read its owner may. A file without an owner can be read only by
 * its uploader.
 * @throws AppError NOT_FOUND for every reason, so that an id reveals nothing
 */
export async function checkReadable(ctx: Known, attachment: Attachment): Promise<void> {
  const { owner_kind: kind, owner_id: ownerId, user_id: userId } = attachment
  if (kind === 'upload' || ownerId === null) {
    if (userId === ctx.viewer.userId) return
    throw missing()
  }
  if (kind === 'project' || kind === 'projectPdf') {
    if (await seesProject(ctx, ownerId)) return
    throw missing()
  }
  try {
    if (kind === 'classVideo') await findClass(ctx, ownerId)
    else if (isPictureOwner(kind)) await tenantOfOwner(ctx, 'read', kind, ownerId)
    else throw missing()
  } catch (error) {
    throw error instanceof AppError ? missing() : error
  }
}

/**
 * Check that the caller may delete a file: its uploader, or a user who may change its owner.
 * @throws AppError NOT_FOUND for everybody else
 */
export async function checkDeletable(ctx: Known, attachment: Attachment): Promise<void> {
  const { owner_kind: kind, owner_id: ownerId, user_id: userId } = attachment
  await checkReadable(ctx, attachment)
  if (userId !== null && userId === ctx.viewer.userId) return
  // Managers may read another user's sketch but not delete it.
  if (!isPictureOwner(kind) || ownerId === null) throw missing()
  try {
    await tenantOfOwner(ctx, 'write', kind, ownerId)
  } catch (error) {
    throw error instanceof AppError ? missing() : error
  }
}
