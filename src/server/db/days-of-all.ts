import { sql } from 'kysely'

/**
 * The rows of daily_scope that add up to everything, by day: one row a day, or one for each tenant if tenants are
 * distributed over several nodes (`keeps_sums_of_all()`, migration 0070).
 */
export const daysOfAll = sql`daily_scope where case when keeps_sums_of_all() then kind = 'all' and scope_id = 0 and company_id = 0 else kind = 'company' end`
