import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { startServer } from './http-server.ts'
import type { Postgres } from './postgres.ts'
import { signIn } from './rest-client.ts'

export type StopPlan = {
  stops: number
  postgres: Postgres
  dataDir: string
  writers?: number
  log?: (line: string) => void
}
export type StopReport = {
  /** Acknowledged drafts, and those of them that are missing. */
  acknowledged: number
  lost: number
  /** Drafts that exist more than once. */
  doubled: number
  /** Responses while the database was away, by HTTP status; 0 = none. */
  refusals: Record<number, number>
  /** The longest time in milliseconds from the return of the database to the first saved draft. */
  slowestReturnMs: number
  problems: string[]
}

const chief = { user: 'operator', password: 'Frost#Pine88' } as const
const awayMs = 700
const mostReturnMs = 2_000
const pauseMs = 40

type Stop = { name: string; act(postgres: Postgres): Promise<void> }
/** The ways in which a database server stops. */
const stops: readonly Stop[] = [
  { name: 'stopped in good order', act: (postgres) => postgres.end() },
  { name: 'stopped at once', act: (postgres) => postgres.crash() },
  { name: 'killed', act: (postgres) => postgres.kill() },
]

type Written = { acknowledged: { name: string; at: number }[]; refusals: Record<number, number>; problems: string[] }

/** Save one draft after the other, each with a unique name, and none of them twice. */
async function write(
  url: string,
  token: string,
  writer: number,
  written: Written,
  isOver: () => boolean,
): Promise<void> {
  const headers = { authorization: `cat ${token}`, 'content-type': 'application/json' }
  for (let number = 1; !isOver(); number += 1) {
    const name = `writer ${writer} draft ${number}`
    const sent = await fetch(`${url}/api/project/save`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    }).catch(() => null)
    const text = (await sent?.text().catch(() => null)) ?? ''
    if (sent?.status === 200 && text.startsWith('{"code":200')) written.acknowledged.push({ name, at: Date.now() })
    else {
      const status = sent?.status ?? 0
      written.refusals[status] = (written.refusals[status] ?? 0) + 1
      if (status !== 503) written.problems.push(`${name} was answered ${status}: ${text.slice(0, 200)}`)
    }
    await wait(pauseMs)
  }
}

/** Count the copies of each draft. */
async function draftsOf(databaseUrl: string): Promise<Map<string, number>> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, pino({ level: 'silent' }))
  try {
    const { rows } = await sql<{
      name: string
      count: number
    }>`select name, count(*)::int as count from project where name like 'writer %' group by 1`.execute(database.db)
    return new Map(rows.map(({ name, count }) => [name, count]))
  } finally {
    await database.close()
  }
}

/**
 * Stop PostgreSQL under a product with writes, repeatedly, in each way in turn, and restart it: every acknowledged
 * write exists once; meanwhile callers get 503; and the product recovers by itself.
 */
export async function stopRounds({
  stops: count,
  postgres,
  dataDir,
  writers = 4,
  log = () => undefined,
}: StopPlan): Promise<StopReport> {
  const environment = {
    DATABASE_URL: postgres.url(),
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_USER: chief.user,
    ADMIN_PASSWORD: chief.password,
  }
  const server = await startServer({ environment, readySeconds: 60 })
  const written: Written = { acknowledged: [], refusals: {}, problems: [] }
  let isOver = false
  let slowestReturnMs = 0
  try {
    const { token } = await signIn(server.url, chief.user, chief.password)
    const writing = Array.from({ length: writers }, (_, writer) =>
      write(server.url, token, writer, written, () => isOver),
    )
    for (let round = 1; round <= count; round += 1) {
      const stop = stops[round % stops.length] ?? stops[0]
      await wait(300 + ((round * 137) % 400))
      const before = written.acknowledged.length
      await stop?.act(postgres)
      await wait(awayMs)
      await postgres.start()
      const back = Date.now()
      const first = () => written.acknowledged.find(({ at }) => at >= back)
      for (const deadline = back + 30_000; !first() && Date.now() < deadline; ) await wait(10)
      const returnMs = (first()?.at ?? Number.POSITIVE_INFINITY) - back
      slowestReturnMs = Math.max(slowestReturnMs, returnMs)
      if (returnMs > mostReturnMs)
        written.problems.push(`round ${round}: nothing was saved for ${returnMs} ms after the database was back`)
      log(`round ${round}: ${stop?.name} after ${before} drafts, saving again ${returnMs} ms after it was back`)
    }
    isOver = true
    await Promise.all(writing)
    const code = await server.stop()
    if (code !== 0) written.problems.push(`the product ended with ${code}: ${server.output().slice(-400)}`)
  } finally {
    isOver = true
    await server.kill()
  }
  const there = await draftsOf(postgres.url())
  return {
    acknowledged: written.acknowledged.length,
    lost: written.acknowledged.filter(({ name }) => !there.has(name)).length,
    doubled: [...there.values()].filter((times) => times > 1).length,
    refusals: written.refusals,
    slowestReturnMs,
    problems: written.problems,
  }
}
