import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Index the machines of a client, and of a type, in the order of their serials: serials depend on the type, and clients
 * buy them in lots, so a scan along the serials of a tenant reads all other machines before a page of them. Create
 * statistics of sites, clients and accounts together with their tenant: a planner that considers them independent
 * expects few rows where all match. Find comments of a kind among those of their tenant, and projects of a user in the
 * bin, too.
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
