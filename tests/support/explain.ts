import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '#server/db/opened.ts'
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
  'Distributed Query'?: Distributed
}
/** The parts of a query that other nodes ran: each with the plan of its node. */
type Distributed = {
  Subplans?: { PlannedStmt: { Plan: PlanNode }[] }[]
  Job: { Tasks?: { 'Remote Plan': { Plan: PlanNode }[][] }[] }
}
export type Explained = {
  text: string
  /** Pages read, from memory or disk: a cost that other processes do not affect. */
  buffers: number
  executionMs: number
  /** Every node except those that run once for each shown row, as `Index Scan device_by_serial`. */
  nodes: string[]
}

const onOtherNodes = ({ 'Distributed Query': query }: PlanNode): PlanNode[] => [
  ...(query?.Subplans ?? []).flatMap(({ PlannedStmt }) => PlannedStmt.map(({ Plan }) => Plan)),
  ...(query?.Job.Tasks ?? []).flatMap((task) => task['Remote Plan'].flat().map(({ Plan }) => Plan)),
]
const partsOf = (node: PlanNode): PlanNode[] => [...(node.Plans ?? []), ...onOtherNodes(node)]
const flatten = (node: PlanNode): PlanNode[] =>
  node['Parent Relationship'] === 'SubPlan' ? [] : [node, ...partsOf(node).flatMap(flatten)]
/** The name on another node ends with the number of the shard. */
const nameOf = (node: PlanNode) =>
  [node['Node Type'], (node['Index Name'] ?? node['Relation Name'])?.replace(/_1\d{5}$/, '')].filter(Boolean).join(' ')
const readByOthers = (node: PlanNode): PlanNode[] => [...onOtherNodes(node), ...partsOf(node).flatMap(readByOthers)]
/** A plan counts what is below it, but not what other nodes read. */
const buffersOf = (root: PlanNode): number =>
  [root, ...readByOthers(root)]
    .map((node) => node['Shared Hit Blocks'] + node['Shared Read Blocks'])
    .reduce((sum, buffers) => sum + buffers, 0)

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
    // Several nodes: the plan of each, not of one of them.
    await sql`select set_config('citus.explain_all_tasks', 'on', false)`.execute(connection)
    if (!byIndexes) return explainEach(connection, asked)
    return connection.transaction().execute(async (trx) => {
      // The nodes, too, plan with the setting.
      await sql`select set_config('citus.propagate_set_commands', 'local', true)`.execute(trx)
      await sql`set local enable_seqscan = off`.execute(trx)
      return explainEach(trx, asked)
    })
  })
}

const isWritable = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  value instanceof Date ||
  Array.isArray(value)
const written = (value: unknown): string =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value)
      ? `{${value.map((one) => JSON.stringify(one))}}`
      : `${value}`

/**
 * Return a query to explain on several nodes, with its values in the text: Citus plans the parts of an analysed query as
 * if it did not know them.
 */
function withValues(query: CompiledQuery): CompiledQuery {
  const { sql: text, parameters } = query
  if (process.env.TEST_CITUS !== '1' || !parameters.every(isWritable)) return query
  const literals = parameters.map((value) => (value === null ? 'null' : pg.escapeLiteral(written(value))))
  return CompiledQuery.raw(text.replace(/\$(\d+)/g, (_, place) => literals[Number(place) - 1] ?? 'null'))
}

const isOnlyRead = /^\s*select (?!.*\bfor (?:update|share)\b)/is

async function explainEach(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<Explained[]> {
  const explained: Explained[] = []
  for (const query of queries) {
    const { sql: text, parameters } = withValues(query)
    const analyzed = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters])
    // A session of the first node counts the catalogues that it reads for its first query of some tables.
    if (process.env.TEST_CITUS === '1' && isOnlyRead.test(text)) await db.executeQuery(analyzed)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>(analyzed)
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) throw new Error(`no plan for ${query.sql}`)
    const nodes = flatten(plan.Plan).map(nameOf)
    explained.push({ text: query.sql, buffers: buffersOf(plan.Plan), executionMs: plan['Execution Time'], nodes })
  }
  return explained
}
