import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type { OpenDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/tables.ts'

type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
export type Explained = {
  text: string
  /** Pages read, from memory or disk: a cost that other processes do not affect. */
  buffers: number
  executionMs: number
  /** Every node except those that run once for each shown row, as `Index Scan device_by_serial`. */
  nodes: string[]
}

const flatten = (node: PlanNode): PlanNode[] =>
  node['Parent Relationship'] === 'SubPlan' ? [] : [node, ...(node.Plans ?? []).flatMap(flatten)]
const nameOf = (node: PlanNode) =>
  [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')

/**
 * Run `work` with a database that records its queries, then explain each of them with its values, as PostgreSQL runs
 * it.
 * @param byIndexes as for large tables: small tables are scanned once their size is known, which autovacuum may find
 * out at any time
 */
export async function explain(
  database: Pick<OpenDatabase, 'pool'>,
  work: (db: Kysely<Database>) => Promise<unknown>,
  { byIndexes = false } = {},
): Promise<Explained[]> {
  const queries: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: (event) => {
      if (event.level === 'query') queries.push(event.query)
    },
  })
  await work(db)
  const asked = [...queries]
  return db.connection().execute(async (connection) => {
    if (!byIndexes) return explainEach(connection, asked)
    await sql`set enable_seqscan = off`.execute(connection)
    return explainEach(connection, asked).finally(() => sql`reset enable_seqscan`.execute(connection))
  })
}

async function explainEach(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<Explained[]> {
  const explained: Explained[] = []
  for (const { sql: text, parameters } of queries) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>(
      CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]),
    )
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) throw new Error(`no plan for ${text}`)
    const buffers = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
    explained.push({ text, buffers, executionMs: plan['Execution Time'], nodes: flatten(plan.Plan).map(nameOf) })
  }
  return explained
}
