import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Machines of a client, and of a type, in the order of their serials: serials go by type, and clients buy them by the lot, so that along the
 * serials of a tenant a page of them meets all the others first. Sites, clients and accounts are counted together with their tenant: a
 * planner that takes them to have nothing to do with each other expects few where all are. Comments of a kind are found among those of their
 * tenant, and projects of a person in the bin too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index device_client_serial on device(company_id, client_id, serial, id) include (type)',
    'create index device_type_serial on device(company_id, type, serial, id)',
    'create statistics device_places (dependencies) on company_id, site_id, client_id, account_id from device',
    'analyze device',
    'create index comment_newest_of_company_kind on comment(company_id, target_kind, id desc) include (type, class_id)',
    'create index project_bin on project(user_id) where deleted_at is not null',
  ])
}
