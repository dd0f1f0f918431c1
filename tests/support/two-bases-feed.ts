import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { FeedRequest } from '#shared/feed.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import { findContradictions } from './agreement.ts'
import { buildCaller, buildViewer } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, buildHeadquarters, buildSite, type Company } from './factories.ts'
import { lineOf } from './feeds.ts'

/** Provide two bases whose machines are in one batch, and the results of its undo. */
export function useTwoBasesFeed(database: ReturnType<typeof useDatabase>) {
  /** Return every table that a feed writes, except the event log and the batches themselves. */
  async function tables(db: Kysely<Database>): Promise<Record<string, string[]>> {
    const all: Record<string, string[]> = {}
    for (const table of [
      'device',
      'device_daily',
      'daily_leaf',
      'daily_scope',
      'device_count',
      'device_leaf_count',
      'device_place_count',
      'import_coverage',
      'feed_conflict',
    ]) {
      const { rows } = await sql<{
        row: string
      }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
      all[table] = rows.map(({ row }) => row)
    }
    return all
  }

  /** Create headquarters with two bases, a site and a manager each; the clock advances a minute a call. */
  async function twoBases() {
    const { db } = database
    const headquarters = await buildHeadquarters(db)
    const bases = [await buildCompany(db), await buildCompany(db)]
    const sites = [await buildSite(db, { tenant: bases[0] }), await buildSite(db, { tenant: bases[1] })]
    let now = new Date('2026-11-20T02:00:00Z')
    const jobs = { later: () => undefined }
    const callerOf = async (company: Company, role: '管理层' | '基地负责人') => {
      const viewer = await buildViewer(db, { company_id: company.id, nick_name: role })
      return () => {
        now = new Date(now.getTime() + 60_000)
        return buildCaller(db, { viewer, now, services: { jobs: jobs as never }, request: { language: 'en' } })
      }
    }
    const chief = await callerOf(headquarters, '管理层')
    const managers = await Promise.all(bases.map((base) => callerOf(base, '基地负责人')))
    const serialsOf = (base: number, count: number) => Array.from({ length: count }, (_, index) => `B${base}M${index}`)
    const known = (base: number, count: number, site?: string) =>
      serialsOf(base, count).map((serial) => lineOf(serial, { type: 'T30', ...(site && { site }) }))
    const stateOf = async (serial: string) =>
      (await db.selectFrom('device').select('state').where('serial', '=', serial).executeTakeFirst())?.state
    const idOf = async (serial: string) =>
      (await db.selectFrom('device').select('id').where('serial', '=', serial).executeTakeFirstOrThrow()).id
    const manager = (base: number) => {
      const found = managers[base]
      if (!found) throw new Error('no such base')
      return found()
    }
    const send = (caller: ReturnType<typeof chief>, request: Partial<FeedRequest>) =>
      caller.feeds.update({ confirm: ['offline', 'new-machines', 'owners'], ...request })
    return { db, bases, sites, chief, manager, send, known, serialsOf, stateOf, idOf }
  }
  const short = ({ total, undone, kept, reasons }: UndoResult) => ({
    total,
    undone,
    kept,
    reasons: reasons.map(({ why, count }) => [why, count]),
  })
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'was not refused',
      (error: Error) => error.message,
    )
  const contradictions = () => findContradictions(database.pool)
  return { twoBases, tables, short, contradictions, refusal }
}
