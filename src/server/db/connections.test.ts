import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { migrate, migrationStatus } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { OpenDatabase } from './opened.ts'

let server: Postgres
const opened: OpenDatabase[] = []
const logged: { level: number; msg: string }[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })

const open = async (database: string, options = {}, limits = {}): Promise<OpenDatabase> => {
  const base = await openDatabase(
    { databaseUrl: server.url(database), databaseReadUrl: null, dataDir: '', ...limits },
    logger,
    options,
  )
  opened.push(base)
  return base
}
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(async () => {
  await Promise.all(opened.map((base) => base.close()))
  await server.stop()
})

describe('PostgreSQL', () => {
  test('create the schema once although two processes start at the same moment', async () => {
    await administer('create database together')
    const [left, right] = await Promise.all([open('together'), open('together')])
    const ran = await Promise.all([migrate(left.db), migrate(right.db)])
    expect(ran.flat()).toHaveLength((await migrationStatus(left.db)).length)
    expect((await migrationStatus(right.db)).every(({ executedAt }) => executedAt !== null)).toBe(true)
  })

  test('reconnect on the next request after all connections were dropped', async () => {
    const base = await open('postgres')
    await Promise.all(Array.from({ length: 10 }, () => base.pool.query('select pg_sleep(0.05)')))
    await administer("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coldfleet'")
    await wait(100)
    await Promise.all(Array.from({ length: 10 }, () => base.ping()))
    expect(logged.some(({ msg }) => msg.includes('a database connection was lost'))).toBe(true)
  })

  test('report "unavailable" during a crash, then work as before with every acknowledged write', async () => {
    const base = await open('postgres')
    await base.pool.query('create table acknowledged (id int primary key)')
    const acknowledged: number[] = []
    const problems = new Set<string>()
    let next = 0
    let running = true
    const write = async () => {
      while (running) {
        next += 1
        const id = next
        try {
          await base.pool.query('insert into acknowledged values ($1)', [id])
          acknowledged.push(id)
        } catch (error) {
          problems.add(describeError(error, 'en').appCode)
          await wait(20)
        }
      }
    }
    const writers = Array.from({ length: 8 }, write)
    await wait(300)
    await server.crash()
    await expect(base.ping()).rejects.toThrow()
    await wait(300)
    await server.start()
    const back = Date.now()
    const before = acknowledged.length
    while (acknowledged.length === before && Date.now() - back < 5_000) await wait(10)
    expect(acknowledged.length).toBeGreaterThan(before)
    running = false
    await Promise.all(writers)
    const kept = await base.pool.query<{ n: number }>(
      'select count(*)::int as n from acknowledged where id = any($1)',
      [acknowledged],
    )
    expect(kept.rows).toEqual([{ n: acknowledged.length }])
    expect([...problems]).toEqual(['DATABASE_UNAVAILABLE'])
  })

  test('refuse a server that would lose acknowledged writes, and warn about one that might lose the last', async () => {
    await administer('alter system set fsync = off')
    await administer('select pg_reload_conf()')
    await wait(200)
    await expect(open('postgres')).rejects.toThrow('fsync=on')
    await administer('alter system reset fsync')
    await administer('alter system set synchronous_commit = off')
    await administer('select pg_reload_conf()')
    await wait(200)
    await open('postgres')
    expect(logged.some(({ msg }) => msg.includes('synchronous_commit=off'))).toBe(true)
  })
})

describe('timeouts', () => {
  const limits = { statementTimeout: 4, lockTimeout: 3, idleTransactionTimeout: 1, jobStatementTimeout: 60 }
  const refusalOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    return error === null ? 'served' : describeError(error, 'en').appCode
  }
  const locked = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
    const holder = new pg.Client({ connectionString: server.url('postgres') })
    await holder.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    try {
      return await work()
    } finally {
      await holder.end()
    }
  }

  test('time out calls that read a locked table, and no others', async () => {
    const base = await open('postgres', {}, limits)
    await base.pool.query('create table fleet (id int); create table drafts (id int)')
    const ask = (...[load, name, text]: [...Parameters<OpenDatabase['lane']>, string]) =>
      refusalOf(sql.raw(text).execute(base.lane(load, name)))
    await locked('fleet', async () => {
      let ended = 0
      const stuck = [
        ...Array.from({ length: 30 }, () => ['reading', 'devices.find'] as const),
        ...Array.from({ length: 12 }, () => ['charts', 'charts.pie'] as const),
      ]
      const refusals = stuck.map(([load, name]) =>
        ask(load, name, 'select count(*) from fleet').finally(() => {
          ended += 1
        }),
      )
      await wait(50)
      const others = await Promise.all([
        ask('session', 'auth.login', 'select 1'),
        ask('saving', 'projects.save', 'insert into drafts values (1)'),
        ask('reading', 'projects.find', 'select * from drafts'),
        ask('heavy', 'projects.export', 'select * from drafts'),
        base.ping().then(() => 'served'),
      ])
      expect(others).toEqual(others.map(() => 'served'))
      expect(ended).toBe(0)
      expect(new Set(await Promise.all(refusals))).toEqual(new Set(['BUSY']))
    })
  })

  test('blame the range when a statement times out; give statements of a job their own limit', async () => {
    const base = await open('postgres', {}, limits)
    const sleep = sql`select pg_sleep(4.2)`
    const [call, job] = await Promise.all([
      refusalOf(sleep.execute(base.lane('charts', 'charts.rate'))),
      refusalOf(sleep.execute(base.lane('heavy', 'devices.export'))),
    ])
    expect([call, job]).toEqual(['TOO_SLOW', 'served'])
  })

  test('end an idle transaction, and let its caller try again', async () => {
    const base = await open('postgres', {}, limits)
    const resting = base.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await wait(1_500)
      await sql`select 1`.execute(trx)
    })
    expect(['BUSY', 'DATABASE_UNAVAILABLE']).toContain(await refusalOf(resting))
  })
})
