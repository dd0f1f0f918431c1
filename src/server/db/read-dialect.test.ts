import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ReadDialect } from './read-dialect.ts'

type Nothing = Record<string, never>

/** A database that answers each statement with its own name, or fails on request. */
function database(name: string, failure: () => Error | null = () => null): { db: Kysely<Nothing>; asked: string[] } {
  const asked: string[] = []
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>(query: CompiledQuery) {
          asked.push(query.sql)
          const error = failure()
          if (error) throw error
          return { rows: [{ name }] as Row[] }
        },
        streamQuery: (): never => {
          throw new Error('not here')
        },
      }
    }
  }
  const db = new Kysely<Nothing>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (given) => new PostgresIntrospector(given),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, asked }
}

function refusal(code: string, message = code): Error {
  const error = new pg.DatabaseError(message, 1, 'error')
  error.code = code
  error.severity = 'ERROR'
  return error
}

function scene(failure: Error | null = null, used = true) {
  const primary = database('primary')
  const replica = database('replica', () => failure)
  const gone: boolean[] = []
  const by: string[] = []
  const reads = new Kysely<Nothing>({
    dialect: new ReadDialect({
      primary: primary.db,
      replica: replica.db,
      isUsed: () => used,
      onAnswer: (name) => by.push(name),
      onFallback: (_error, lost) => gone.push(lost),
    }),
  })
  const read = async () => (await sql<{ name: string }>`select 1`.execute(reads)).rows[0]?.name
  return { read, reads, primary, replica, gone, by }
}

test('send a read to the replica, and to the primary while the replica is not used', async () => {
  const usual = scene()
  expect(await usual.read()).toBe('replica')
  expect([usual.primary.asked, usual.by]).toEqual([[], ['replica']])
  const unused = scene(null, false)
  expect(await unused.read()).toBe('primary')
  expect(unused.replica.asked).toEqual([])
})

test.each([
  ['a replica that shuts down', refusal('57P01'), true],
  ['a replica that has crashed', refusal('57P02'), true],
  ['a replica that is starting', refusal('57P03'), true],
  ['a replica without a free connection', refusal('53300'), true],
  ['a pooler whose server is gone', refusal('08P01', 'server conn crashed?'), true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  [
    'a replica that nothing listens for',
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5433'), { code: 'ECONNREFUSED' }),
    true,
  ],
  ['a row that replay has cleaned away', refusal('40001', 'canceling statement due to conflict with recovery'), false],
  ['a statement that a standby does not run', refusal('25006'), false],
])('let the primary answer %s, once', async (_what, failure, lost) => {
  const { read, primary, gone, by } = scene(failure)
  expect(await read()).toBe('primary')
  expect(primary.asked).toHaveLength(1)
  expect([gone, by]).toEqual([[lost], ['primary']])
})

test.each([
  ['a wrong value', '22P02'],
  ['a statement that took too long', '57014'],
])('do not repeat %s on the primary, where it fails too', async (_what, code) => {
  const { read, primary } = scene(refusal(code))
  await expect(read()).rejects.toThrow(code)
  expect(primary.asked).toEqual([])
})

test('refuse a transaction: its statements would read from two databases', async () => {
  await expect(
    scene()
      .reads.transaction()
      .execute(async () => undefined),
  ).rejects.toThrow('single statements')
})
