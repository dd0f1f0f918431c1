import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { ruleOf } from '#server/permissions.ts'
import type { Bench, Figure } from './bench.ts'
import { measuredElsewhere } from './measured-elsewhere.ts'
import { type CallCost, createPlanCalls, type Measured, measuredProcedures } from './plan-calls.ts'
import { casesOf, farPages, type PlanCase } from './plan-cases.ts'
import { readChangeFacts } from './plan-change-facts.ts'
import { type ChangeCase, changesOf } from './plan-changes.ts'
import { readFacts, viewersOf } from './plan-facts.ts'
import { createRecorder } from './plan-recorder.ts'
import { addRecords } from './plan-records.ts'
import { openTrial } from './plan-trial.ts'

/** Maximum reads of any user call, at 1,000,000 devices. */
const limits = { rows: 100_000, buffers: 20_000 }
const days = 1_095
const rawDays = 30
/** Roles that see most of their kind; the others are only measured where they may see different data. */
const thorough = new Set(['manager', 'baseManager', 'baseManager of the late base', 'client', 'late client'])
/** Seconds after which a statement counts as unbounded. */
const patience = 20

type Call = { role: string; filters: string; cost: CallCost }

const isOver = ({ rows, buffers }: CallCost) => rows > limits.rows || buffers > limits.buffers
const shown = ({ role, filters, cost }: Call) =>
  `${role}, ${filters || 'no filters'}: ${cost.rows} rows, ${cost.buffers} buffers, ${cost.statements} statements${cost.refused ? `, ${cost.refused}` : ''}`
const worstBy = (calls: readonly Call[], count: 'rows' | 'buffers') =>
  calls.reduce((most, one) => (one.cost[count] > most.cost[count] ? one : most))

function figuresOf({ path }: Measured, calls: readonly Call[], devices: number): Figure[] {
  return (['rows', 'buffers'] as const).map((count) => {
    const worst = worstBy(calls, count)
    return {
      measure: `${path}: ${count}`,
      conditions: `${devices} devices, ${calls.length} calls, worst ${worst.role}, ${worst.filters || 'no filters'}`,
      figure: worst.cost[count],
      unit: count,
      limit: limits[count],
      better: 'lower',
      binding: true,
    }
  })
}

/**
 * Refusals that count as results: the call is bounded, has checked all uses of a thing, or needs a code or a batch to
 * undo that does not exist.
 */
const bounded = new Set(['TOO_WIDE', 'TOO_MANY', 'IN_USE', 'CODE_INVALID', 'UNDO_REFUSED'])

/** Return a figure that fails the run if a procedure has no successful case: an unmeasured procedure keeps no rule. */
function missingFigure(missing: readonly string[], asked: number): Figure {
  return {
    measure: 'procedures without a measured call',
    conditions: `of ${asked}${missing.length > 0 ? `: ${missing.join(', ')}` : ''}`,
    figure: missing.length,
    unit: 'procedures',
    limit: 0,
    better: 'lower',
    binding: true,
  }
}

/**
 * Measure every procedure × role with its worst filters: the reads of its statements. `--procedures` selects a few of
 * them.
 */
export async function measurePlans(bench: Bench): Promise<Figure[]> {
  const { devices, procedures } = bench.options
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true, apart: true }, (url, lastDay) =>
    fill(url, devices, lastDay, bench.log),
  )
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const facts = await readFacts(client)
  const given = await readChangeFacts(client, facts).finally(() => client.end())
  const nowhere = { databaseReadUrl: null, dataDir: bench.folder('plans') }
  const database = await openDatabase(
    { databaseUrl, ...nowhere, statementTimeout: patience },
    pino({ level: 'silent' }),
  )
  const recorder = createRecorder(database.pool)
  const trial = await openTrial(databaseUrl, patience)
  const calls = createPlanCalls({
    recorder,
    trial,
    databaseUrl,
    now: new Date(`${facts.last}T04:00:00Z`),
  })

  async function measure(procedure: Measured): Promise<Call[]> {
    const { path, input, isFile, changes } = procedure
    const measured: Call[] = []
    const answered = () => measured.some(({ cost }) => cost.refused === null || bounded.has(cost.refused))
    for (const { name: role, viewer } of viewersOf(facts)) {
      if (!ruleOf(path).reach[viewer.role] || (role === 'terminal' && answered())) continue
      const keep = ({ filters }: PlanCase, cost: CallCost) => {
        measured.push({ role, filters, cost })
        return cost
      }
      const ask = async (one: PlanCase) => keep(one, await calls.costOfQuery(procedure, viewer, one))
      const change = async (one: ChangeCase) => keep(one, await calls.costOfChange(procedure, viewer, one))
      if (changes) {
        for (const one of changesOf(path, input, facts, given)) await change(one)
        continue
      }
      for (const one of casesOf(path, input, facts, thorough.has(role))) {
        const { totalCount } = await ask(one)
        if (totalCount === null || isFile || !one.far) continue
        for (const far of farPages(one, totalCount)) await ask(far)
      }
    }
    for (const one of measured.filter(({ cost }) => isOver(cost))) bench.log(`  over: ${path} ${shown(one)}`)
    const refusals = new Map(measured.flatMap((one) => (one.cost.refused ? [[one.cost.refused, one] as const] : [])))
    for (const [code, example] of refusals) bench.log(`  refused ${code}: ${path} ${shown(example)}`)
    if (measured.length > 0)
      bench.log(
        `  ${path}: ${measured.length} calls, at most ${worstBy(measured, 'rows').cost.rows} rows, ${worstBy(measured, 'buffers').cost.buffers} buffers`,
      )
    return answered() ? measured : []
  }

  const chosen = measuredProcedures.filter(
    ({ path }) => procedures === null || procedures.some((start) => path.startsWith(start)),
  )
  const figures: Figure[] = []
  const missing: string[] = []
  try {
    for (const procedure of chosen) {
      const elsewhere = measuredElsewhere[procedure.path]
      if (elsewhere !== undefined) {
        bench.log(`  ${procedure.path}: ${elsewhere}`)
        continue
      }
      const measured = await measure(procedure)
      if (measured.length > 0) figures.push(...figuresOf(procedure, measured, devices))
      else missing.push(procedure.path)
    }
  } finally {
    await trial.close()
    await database.close()
  }
  return [...figures, missingFigure(missing, chosen.length)]
}

async function fill(url: string, devices: number, lastDay: string, log: (message: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await addRecords(client, devices, lastDay, log).finally(() => client.end())
}
