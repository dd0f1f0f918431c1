import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { ruleOf } from '#server/policy.ts'
import type { Bench, Figure } from './bench.ts'
import { type CallCost, createPlanCalls, type Query, queries } from './plan-calls.ts'
import { casesOf, farPages, type PlanCase } from './plan-cases.ts'
import { readFacts, viewersOf } from './plan-facts.ts'
import { createRecorder } from './plan-recorder.ts'
import { addRecords } from './plan-records.ts'

/** No call of a person reads more, at 1,000,000 devices. */
const limits = { rows: 100_000, buffers: 20_000 }
const days = 1_095
const rawDays = 30
/** Those who see most of their kind; the others are asked what they may see differently. */
const thorough = new Set(['manager', 'baseManager', 'client'])
/** Seconds after which a statement counts as without bound. */
const patience = 20

type Measured = { role: string; filters: string; cost: CallCost }

const isOver = ({ rows, buffers }: CallCost) => rows > limits.rows || buffers > limits.buffers
const shown = ({ role, filters, cost }: Measured) =>
  `${role}, ${filters || 'no filters'}: ${cost.rows} rows, ${cost.buffers} buffers, ${cost.statements} statements${cost.refused ? `, ${cost.refused}` : ''}`

function figuresOf({ path }: Query, measured: readonly Measured[], devices: number): Figure[] {
  return (['rows', 'buffers'] as const).map((count) => {
    const worst = measured.reduce((most, one) => (one.cost[count] > most.cost[count] ? one : most))
    return {
      measure: `${path}: ${count}`,
      conditions: `${devices} devices, ${measured.length} calls, worst ${worst.role}, ${worst.filters || 'no filters'}`,
      figure: worst.cost[count],
      unit: count,
      limit: limits[count],
      better: 'lower',
      binding: true,
    }
  })
}

/** Every query × role with its worst filters: what the statements that it sends read. `--procedures` names a few of them. */
export async function measurePlans(bench: Bench): Promise<Figure[]> {
  const { devices, procedures } = bench.options
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true }, (url, lastDay) => fill(url, devices, lastDay, bench.log))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const facts = await readFacts(client).finally(() => client.end())
  const nowhere = { databaseReadUrl: null, dataDir: bench.folder('plans') }
  const database = await openDatabase({ databaseUrl, ...nowhere, statementTimeout: patience }, pino({ level: 'silent' }))
  const recorder = createRecorder(database.pool)
  const costOf = createPlanCalls(recorder, database.db, new Date(`${facts.last}T04:00:00Z`))
  const figures: Figure[] = []
  try {
    for (const query of queries.filter(({ path }) => procedures === null || procedures.some((start) => path.startsWith(start)))) {
      const measured: Measured[] = []
      const refusals = new Map<string, string>()
      for (const { name: role, viewer } of viewersOf(facts)) {
        if (!ruleOf(query.path).reach[viewer.role]) continue
        const measure = async (one: PlanCase) => {
          const found = { role, filters: one.filters, cost: await costOf(query, viewer, one) }
          measured.push(found)
          if (found.cost.refused) refusals.set(found.cost.refused, shown(found))
          if (isOver(found.cost)) bench.log(`  over: ${query.path} ${shown(found)}`)
          return found.cost
        }
        const cases = casesOf(query.path, query.input, facts, thorough.has(role))
        for (const one of cases) {
          const { totalCount } = await measure(one)
          if (totalCount === null || query.isFile || !one.far) continue
          for (const far of farPages(one, totalCount)) await measure(far)
        }
      }
      for (const [code, example] of refusals) bench.log(`  refused ${code}: ${query.path} ${example}`)
      if (measured.length > 0) figures.push(...figuresOf(query, measured, devices))
      bench.log(`  ${query.path}: ${measured.length} calls`)
    }
  } finally {
    await database.close()
  }
  return figures
}

async function fill(url: string, devices: number, lastDay: string, log: (message: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await addRecords(client, devices, lastDay, log).finally(() => client.end())
}
