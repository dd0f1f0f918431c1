import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { migrate, migrationStatus } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

let server: Postgres
const opened: OpenDatabase[] = []
const logged: { level: number; msg: string }[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })

const open = async (database: string, options = {}): Promise<OpenDatabase> => {
  const base = await openDatabase({ databaseUrl: server.url(database), databaseReadUrl: null, dataDir: '' }, logger, options)
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
  test('gets its schema once although two processes start at the same moment', async () => {
    await administer('create database together')
    const [left, right] = await Promise.all([open('together'), open('together')])
    const ran = await Promise.all([migrate(left.db), migrate(right.db)])
    expect(ran.flat()).toHaveLength((await migrationStatus(left.db)).length)
    expect((await migrationStatus(right.db)).every(({ executedAt }) => executedAt !== null)).toBe(true)
  })

  test('may drop all connections: the next request gets a new one', async () => {
    const base = await open('postgres')
    await Promise.all(Array.from({ length: 10 }, () => base.pool.query('select pg_sleep(0.05)')))
    await administer("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coldfleet'")
    await wait(100)
    await Promise.all(Array.from({ length: 10 }, () => base.ping()))
    expect(logged.some(({ msg }) => msg.includes('a database connection was lost'))).toBe(true)
  })

  test('may crash under load and come back: meanwhile "unavailable", afterwards as before, nothing acknowledged lost', async () => {
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
    const kept = await base.pool.query<{ n: number }>('select count(*)::int as n from acknowledged where id = any($1)', [acknowledged])
    expect(kept.rows).toEqual([{ n: acknowledged.length }])
    expect([...problems]).toEqual(['DATABASE_UNAVAILABLE'])
  })

  test('is refused when it would lose acknowledged writes, and warned about when it might lose the last', async () => {
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
