import { TRPCError } from '@trpc/server'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import type { z } from 'zod'
import type { Database } from '#server/db/tables.ts'
import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
import { appRouter } from '#server/router.ts'
import { createPlaces, type Places } from '#server/services/places/places.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { buildContext } from '#tests/support/context.ts'
import { fakeServices } from '#tests/support/services.ts'
import type { PlanCase } from './plan-cases.ts'
import { trialPassword } from './plan-change-cases.ts'
import type { ChangeCase } from './plan-changes.ts'
import type { PlanRecorder, StatementCost } from './plan-recorder.ts'
import type { Trial } from './plan-trial.ts'

type Definition = { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[] }
export type Measured = { path: ProcedurePath; input: z.ZodType | undefined; isFile: boolean; changes: boolean }

/** The cost of a response: rows, counted by the reads for them, or a file, of which one chunk is counted. */
export type CallCost = {
  rows: number
  buffers: number
  statements: number
  /** Why it was refused. */
  refused: string | null
  /** Number of rows of a list, if the response gives it. */
  totalCount: number | null
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
/** Every query and every mutation of the router; subscriptions follow a job and are left out. */
export const measuredProcedures: readonly Measured[] = Object.entries(procedures)
  .filter(([, { _def }]) => _def.type !== 'subscription')
  .map(([name, { _def }]) => {
    const path = name as ProcedurePath
    return { path, input: _def.inputs[0], isFile: ruleOf(path).limit === 'export', changes: _def.type === 'mutation' }
  })

/** Statements of a file after which no further chunk is requested: the following chunks read as much. */
const statementsOfFile = 8

const isStream = (answer: unknown): answer is AsyncGenerator<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

async function readPieces(answer: AsyncGenerator<unknown>, recorder: PlanRecorder): Promise<void> {
  for await (const _ of answer) if (recorder.waiting() >= statementsOfFile) break
}

const summed = (costs: readonly StatementCost[], count: 'rows' | 'buffers') =>
  costs.reduce((sum, cost) => sum + cost[count], 0)

/** Return why a call was refused: its code with the problem of the input, or the thrown error. */
function refusalOf(error: unknown): string {
  const refused = error instanceof TRPCError && error.cause instanceof AppError ? error.cause : error
  if (refused instanceof AppError)
    return refused.code === 'VALIDATION' ? `VALIDATION ${JSON.stringify(refused.details).slice(0, 200)}` : refused.code
  return error instanceof TRPCError ? `${error.code} ${error.message.slice(0, 200)}` : String(error).slice(0, 200)
}

/**
 * A file counts as its heaviest statement, because it streams. It reads what it writes: only rows that a statement
 * reads beyond those that it returns count.
 */
const ofFile = (costs: readonly StatementCost[], count: 'rows' | 'buffers') =>
  Math.max(0, ...costs.map((cost) => (count === 'rows' ? Math.max(0, cost.rows - cost.answered) : cost.buffers)))

const makesPlaces = /^(sites|clients|accounts)\./

type Sources = {
  recorder: PlanRecorder
  trial: Trial
  databaseUrl: string
  now: Date
}

/** Set the caller's password, which some mutations require. */
const givePassword = (connection: pg.Client, { userId }: Viewer) =>
  connection.query('update app_user set password_hash = $1 where id = $2', [`hash of ${trialPassword}`, userId])

/**
 * Create callers in this process, on a recording database or on one that rolls back everything, with the names in
 * memory as in a running server.
 */
export function createPlanCalls({ recorder, trial, databaseUrl, now }: Sources) {
  // Without an address it would behave as on the embedded engine, in small chunks and only with lookups.
  const config = { DATABASE_URL: databaseUrl }
  const places = createPlaces({ db: recorder.db })
  const createCaller = createCallerFactory(appRouter)
  const callOn = (db: Kysely<Database>, places: Places) => {
    const services = {
      ...fakeServices(db, pino({ level: 'silent' })),
      places,
      reports: { print: async () => new Uint8Array(), close: async () => undefined },
    }
    return (path: string, viewer: Viewer, input: unknown): Promise<unknown> | undefined => {
      const caller = createCaller(buildContext(db, { viewer, now, services, config })) as unknown as Record<
        string,
        Record<string, (given: unknown) => Promise<unknown>>
      >
      const [feature = '', name = ''] = path.split('.')
      return caller[feature]?.[name]?.(input)
    }
  }
  const ask = callOn(recorder.db, places)

  /** Return the reads of a query: each of its statements explained. */
  async function costOfQuery({ path, isFile }: Measured, viewer: Viewer, { input }: PlanCase): Promise<CallCost> {
    // A server has read the names long before the call; what the filters of a call ask of the places is part of it.
    await places.book()
    await recorder.take()
    let refused: string | null = null
    let totalCount: number | null = null
    try {
      const answer = await ask(path, viewer, input)
      if (isStream(answer)) await readPieces(answer, recorder)
      else if (typeof answer === 'object' && answer !== null && 'totalCount' in answer)
        totalCount = Number(answer.totalCount)
    } catch (error) {
      refused = refusalOf(error)
    }
    const costs = await recorder.take()
    const sum = isFile ? ofFile : summed
    return { rows: sum(costs, 'rows'), buffers: sum(costs, 'buffers'), statements: costs.length, refused, totalCount }
  }

  /** Return the reads of a mutation, including its triggers and writes; it is rolled back. */
  async function costOfChange({ path }: Measured, viewer: Viewer, { input, prepare }: ChangeCase): Promise<CallCost> {
    // The names in the call's transaction: a call that creates a place changes their version and reloads all.
    const own = createPlaces({ db: trial.db })
    const change = callOn(
      trial.db,
      makesPlaces.test(path) ? fakeServices(trial.db, pino({ level: 'silent' })).places : own,
    )
    let refused: string | null = null
    const work = () =>
      Promise.resolve(change(path, viewer, input)).catch((error: unknown) => {
        refused = refusalOf(error)
      })
    const cost = await trial.run(work, async (connection) => {
      await givePassword(connection, viewer)
      for (const statement of prepare) await connection.query(statement)
      await own.book()
    })
    return { ...cost, statements: 0, refused, totalCount: null }
  }

  return { costOfQuery, costOfChange }
}
