import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '#server/db/tables.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
/**
 * The reads of a statement: rows in its scans, whether they matched or not, and pages of 8 KB; and the number of rows
 * that it returns.
 */
export type StatementCost = { text: string; rows: number; buffers: number; answered: number }

const scanned = (node: PlanNode): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']) + (node.Plans ?? []).reduce((sum, below) => sum + scanned(below), 0)

export type PlanRecorder = {
  /** A database that records its statements. */
  db: Kysely<Database>
  /** Explain the statements since the last call; a statement with the same values as before is not run again. */
  take(): Promise<StatementCost[]>
  /** Number of statements to explain. */
  waiting(): number
}

const isExplainable = (text: string) => /^\s*(\(|select|with)/i.test(text)

/**
 * Create a database that records its statements and explains them as PostgreSQL runs them. Above its pool's time limit,
 * a statement costs infinity.
 */
export function createRecorder(pool: pg.Pool): PlanRecorder {
  const sent: CompiledQuery[] = []
  const known = new Map<string, StatementCost>()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) })
  const silent = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

  async function costOf({ sql: text, parameters }: CompiledQuery): Promise<StatementCost> {
    const query = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters])
    try {
      const { rows } = await silent.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error(`no plan for ${text}`)
      return {
        text,
        rows: scanned(plan),
        buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        answered: plan['Actual Rows'],
      }
    } catch (error) {
      if ((error as { code?: string }).code !== '57014') throw error
      return { text, rows: Number.POSITIVE_INFINITY, buffers: Number.POSITIVE_INFINITY, answered: 0 }
    }
  }

  return {
    db,
    waiting: () => sent.length,
    async take() {
      const costs: StatementCost[] = []
      for (const query of sent.splice(0).filter(({ sql: text }) => isExplainable(text))) {
        const key = `${query.sql} ${JSON.stringify(query.parameters)}`
        const cost = known.get(key) ?? (await costOf(query))
        known.set(key, cost)
        costs.push(cost)
      }
      return costs
    },
  }
}
