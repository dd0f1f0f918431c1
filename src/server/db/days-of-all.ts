import { sql } from 'kysely'

/**
 * The rows of daily_scope that come to everything, day by day: one a day, or one a tenant where tenants lie on several nodes
 * (`keeps_sums_of_all()`, migration 0070).
 */
export const daysOfAll = sql`daily_scope where case when keeps_sums_of_all() then kind = 'all' and scope_id = 0 and company_id = 0 else kind = 'company' end`
