import { TRPCError } from '@trpc/server'
import { pino } from 'pino'
import type { z } from 'zod'
import { type ProcedurePath, ruleOf } from '#server/policy.ts'
import { appRouter } from '#server/router.ts'
import { createPlaces } from '#server/services/places.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { buildContext } from '#tests/support/context.ts'
import { fakeServices } from '#tests/support/services.ts'
import type { PlanCase } from './plan-cases.ts'
import type { PlanRecorder, StatementCost } from './plan-recorder.ts'

type Definition = { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[] }
export type Query = { path: ProcedurePath; input: z.ZodType | undefined; isFile: boolean }

/** What an answer is: rows that are counted by what is read for them, or a file of which one piece is. */
export type CallCost = {
  rows: number
  buffers: number
  statements: number
  /** The statement that costs most. */
  heaviest: StatementCost | null
  /** Why it was refused. */
  refused: string | null
  /** How many rows a list has, when it says so. */
  totalCount: number | null
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
/** Every query of the router. */
export const queries: readonly Query[] = Object.entries(procedures)
  .filter(([, { _def }]) => _def.type === 'query')
  .map(([path, { _def }]) => ({ path: path as ProcedurePath, input: _def.inputs[0], isFile: ruleOf(path as ProcedurePath).limit === 'export' }))

/** Statements of a file after which no further piece is asked for: the pieces that follow read as much. */
const statementsOfFile = 8

const isStream = (answer: unknown): answer is AsyncGenerator<unknown> => typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

async function readPieces(answer: AsyncGenerator<unknown>, recorder: PlanRecorder): Promise<void> {
  for await (const _ of answer) if (recorder.waiting() >= statementsOfFile) break
}

const summed = (costs: readonly StatementCost[], count: 'rows' | 'buffers') => costs.reduce((sum, cost) => sum + cost[count], 0)

function refusalOf(error: unknown): string {
  if (!(error instanceof TRPCError)) throw error
  if (error.cause instanceof AppError) return error.cause.code
  return `${error.code} ${error.message.slice(0, 200)}`
}

/**
 * A file is judged by the heaviest of its statements, because it streams; and it reads what it writes: of the rows of a statement those
 * count that it reads beyond those that it answers.
 */
const ofFile = (costs: readonly StatementCost[], count: 'rows' | 'buffers') =>
  Math.max(0, ...costs.map((cost) => (count === 'rows' ? Math.max(0, cost.rows - cost.answered) : cost.buffers)))

/** Calls procedures in this process, on a recorded database, with the names in memory as a running server has them. */
export function createPlanCalls(recorder: PlanRecorder, unrecorded: Parameters<typeof createPlaces>[0]['db'], now: Date) {
  const places = createPlaces({ db: unrecorded })
  const services = { ...fakeServices(recorder.db, pino({ level: 'silent' })), places }
  const createCaller = createCallerFactory(appRouter)

  return async function costOf({ path, isFile }: Query, viewer: Viewer, { input }: PlanCase): Promise<CallCost> {
    await places.book()
    const caller = createCaller(buildContext(recorder.db, { viewer, now, services })) as unknown as Record<
      string,
      Record<string, (given: unknown) => Promise<unknown>>
    >
    const [feature = '', name = ''] = path.split('.')
    let refused: string | null = null
    let totalCount: number | null = null
    try {
      const answer = await caller[feature]?.[name]?.(input)
      if (isStream(answer)) await readPieces(answer, recorder)
      else if (typeof answer === 'object' && answer !== null && 'totalCount' in answer) totalCount = Number(answer.totalCount)
    } catch (error) {
      refused = refusalOf(error)
    }
    const costs = await recorder.take()
    const sum = isFile ? ofFile : summed
    const heaviest = costs.reduce<StatementCost | null>((most, cost) => (most === null || cost.buffers > most.buffers ? cost : most), null)
    return { rows: sum(costs, 'rows'), buffers: sum(costs, 'buffers'), statements: costs.length, heaviest, refused, totalCount }
  }
}
