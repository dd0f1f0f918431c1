import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { unhurried } from '#server/db/asynchronous-commit.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { seal, unseal } from './keys/sealed.ts'

/** The result of a call. A stream of parts is a file. */
export type Result = { ok: boolean; data?: unknown }
/** `name`: the user and the key; `content`: the hash of what the call does. */
type Call = { name: string; content: string }

/** The results of changes by the idempotency keys of their callers. */
export type CallKeys = {
  /**
   * Run a change, or wait for the running one with its key, or return its kept result. A change that failed is not kept.
   * @throws AppError KEY_REUSED for a key of another change, KEY_RUNNING for the file of another request
   */
  once<R extends Result>(call: Call, run: () => Promise<R>): Promise<R>
}

/** How long a caller may ask again for the result of a change, and the number of results that a process keeps. */
const keptMs = 10 * 60_000
const mostKept = 500

const isFile = (data: unknown): boolean => typeof data === 'object' && data !== null && Symbol.asyncIterator in data

/** A file is read once, by the request that it belongs to. @throws AppError KEY_RUNNING for another request */
async function shared<R extends Result>(running: Promise<R>): Promise<R> {
  const result = await running
  if (isFile(result.data)) throw new AppError('KEY_RUNNING')
  return result
}

/** Keep the results in this process. */
export function createOwnCallKeys(): CallKeys {
  const kept = new Map<string, { content: string; result: Promise<Result>; at: number }>()

  function forgetOld(now: number): void {
    for (const [name, { at }] of kept) {
      if (kept.size <= mostKept && now - at < keptMs) return
      kept.delete(name)
    }
  }
  return {
    async once<R extends Result>({ name, content }: Call, run: () => Promise<R>): Promise<R> {
      const now = performance.now()
      forgetOld(now)
      const known = kept.get(name)
      if (known && known.content !== content) throw new AppError('KEY_REUSED')
      // The same path has the same type of result.
      if (known) return shared(known.result as Promise<R>)
      const result = run()
      kept.set(name, { content, result, at: now })
      const forget = () => kept.delete(name)
      result.then((ended) => {
        if (!ended.ok || isFile(ended.data)) forget()
      }, forget)
      return result
    },
  }
}

/** The key of a dead process is free after this time; a living one renews it three times as often. */
const heldSeconds = 15
const renewMs = 5_000
const firstPauseMs = 20
const longestPauseMs = 1_000
/** A larger result is kept by its own process only; no change of the documents answers with as much. */
const mostCharacters = 10_000_000

/** Return a result as text; null = a file, or too large. */
function textOf(data: unknown): string | null {
  if (isFile(data)) return null
  const text = JSON.stringify({ data })
  return text.length > mostCharacters ? null : text
}

const inSeconds = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`

type Row = { id: string; content: string; holder: string }
type Found = { ours: boolean; content: string | null; answer: Buffer | null }

/**
 * Take a key that nobody has, that a dead process held, or whose result has expired; else return what is known of it.
 * Without content, another process has taken it at this moment. A power cut cannot lose the key of a change that it
 * leaves: the change is committed later.
 */
async function claim(db: Kysely<Database>, { id, content, holder }: Row): Promise<Found> {
  const { rows } = await sql<Found>`${unhurried}, claimed as (
      insert into call_key as known (id, content, holder, valid_until)
        select ${id}, ${content}, ${holder}, ${inSeconds(heldSeconds)} from unhurried
      on conflict (id) do update set content = excluded.content, holder = excluded.holder, valid_until = excluded.valid_until, answer = null
        where known.valid_until <= now() returning id)
    select exists (select from claimed) as ours, known.content, known.answer
    from (select) one left join call_key known on known.id = ${id}`.execute(db)
  return rows[0] ?? { ours: false, content: null, answer: null }
}

/** Run a change whose key this process holds, and keep its result for all processes. */
async function runHeld<R extends Result>(
  db: Kysely<Database>,
  secret: Buffer,
  { id, holder }: Row,
  run: () => Promise<R>,
): Promise<R> {
  const mine = sql`id = ${id} and holder = ${holder}`
  // The result must reach its caller although it could not be kept: the key is then free soon.
  const ignored = () => undefined
  const renew = () =>
    sql`${unhurried} update call_key set valid_until = ${inSeconds(heldSeconds)} from unhurried where ${mine} and answer is null`
      .execute(db)
      .catch(ignored)
  const keep = (answer: Buffer) =>
    sql`${unhurried} update call_key set valid_until = ${inSeconds(keptMs / 1_000)}, answer = ${answer} from unhurried where ${mine}`
      .execute(db)
      .catch(ignored)
  const forget = () => sql`${unhurried} delete from call_key using unhurried where ${mine}`.execute(db).catch(ignored)
  const renewing = setInterval(() => void renew(), renewMs).unref()
  let text: string | null = null
  try {
    const result = await run()
    text = result.ok ? textOf(result.data) : null
    return result
  } finally {
    clearInterval(renewing)
    await (text === null ? forget() : keep(seal(secret, text)))
  }
}

/**
 * Keep the results for all processes of the database, too. Names and contents are stored as keyed hashes and results
 * encrypted, because inputs and results contain passwords and tokens.
 * @param key a key of the deployment
 */
export function createSharedCallKeys({ db, key }: { db: Kysely<Database>; key: Buffer }): CallKeys {
  const own = createOwnCallKeys()
  const secret = createHmac('sha256', key).update('results of calls').digest()
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64')

  async function amongProcesses<R extends Result>({ name, content }: Call, run: () => Promise<R>): Promise<R> {
    const row = { id: hash(name), content: hash(content), holder: randomUUID() }
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const found = await claim(db, row)
      if (found.ours) return runHeld(db, secret, row, run)
      if (found.content !== null && found.content !== row.content) throw new AppError('KEY_REUSED')
      const text = found.answer && unseal(secret, found.answer)
      if (text !== null) return { ok: true, ...JSON.parse(text) } as R
      await wait(pauseMs)
    }
  }
  return { once: (call, run) => own.once(call, () => amongProcesses(call, run)) }
}
