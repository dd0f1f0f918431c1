import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { unhurried } from '#server/db/asynchronous-commit.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Release the lease. It never fails, and a lease that is not released expires soon. `lost` is aborted when it has expired
 * while held, because it could not be renewed: another process may hold it, so work that must not run twice ends.
 */
export type GiveBack = (() => Promise<void>) & { readonly lost: AbortSignal }

/** Slots that are held during some work, counted over all processes of the database. */
export type Leases = {
  /** Take one of `most` slots under `name`; null = all are taken. */
  take(name: string, most: number): Promise<GiveBack | null>
  /** Return whether any slot under `name` is taken. */
  isTaken(name: string): Promise<boolean>
}

/** Create the leases of a process that has the database for itself. */
export function createOwnLeases(): Leases {
  const { signal: lost } = new AbortController()
  const taken = new Map<string, number>()
  return {
    async take(name, most) {
      const held = taken.get(name) ?? 0
      if (held >= most) return null
      taken.set(name, held + 1)
      const giveBack = async () => {
        const left = (taken.get(name) ?? 1) - 1
        if (left === 0) taken.delete(name)
        else taken.set(name, left)
      }
      return Object.assign(giveBack, { lost })
    },
    isTaken: async (name) => taken.has(name),
  }
}

/** A lease of a dead process expires after this time; a living one renews it three times as often. */
const heldSeconds = 15
const renewMs = 5_000

/** The leases that this process holds: each is lost at its expiry, unless it was renewed before. */
function createHeld() {
  const held = new Map<string, { timer: NodeJS.Timeout; abort: AbortController }>()
  function drop(holder: string): AbortController | undefined {
    const found = held.get(holder)
    clearTimeout(found?.timer)
    held.delete(holder)
    return found?.abort
  }
  const lose = (holder: string): void => drop(holder)?.abort(new Error('the lease has expired'))
  /** Count from before the statement was sent: the database sets the expiry later than that. */
  const expire = (holder: string, askedAt: number) =>
    setTimeout(() => lose(holder), heldSeconds * 1_000 - (performance.now() - askedAt)).unref()

  return {
    drop,
    holders: (): string[] => [...held.keys()],
    add(holder: string, askedAt: number): AbortSignal {
      const abort = new AbortController()
      held.set(holder, { timer: expire(holder, askedAt), abort })
      return abort.signal
    },
    /** Extend `holders` as far as they are in `renewed`; the others belong to another process by now. */
    renew(holders: readonly string[], renewed: ReadonlySet<string>, askedAt: number): void {
      for (const holder of holders) {
        const found = held.get(holder)
        if (!found) continue
        if (!renewed.has(holder)) lose(holder)
        else {
          clearTimeout(found.timer)
          found.timer = expire(holder, askedAt)
        }
      }
    },
  }
}

/**
 * Create leases as rows, renewed while they are held. No connection is reserved for them, so that a pooler works, and
 * the work may take long.
 */
export function createSharedLeases(db: Kysely<Database>): Leases {
  const held = createHeld()
  const until = sql`now() + ${heldSeconds} * interval '1 second'`

  async function renew(): Promise<void> {
    const holders = held.holders()
    const askedAt = performance.now()
    // After a failure the next renewal is in time, or the lease is lost at its expiry.
    const answer = await sql<{ holder: string }>`${unhurried} update lease set held_until = ${until} from unhurried
      where holder = any(${holders}::text[]) returning holder`
      .execute(db)
      .catch(() => null)
    if (answer) held.renew(holders, new Set(answer.rows.map(({ holder }) => holder)), askedAt)
    renewLater()
  }
  let isWaiting = false
  const renewLater = (): void => {
    isWaiting = held.holders().length > 0
    if (isWaiting) setTimeout(() => void renew(), renewMs).unref()
  }

  return {
    async take(name, most) {
      const holder = randomUUID()
      let askedAt: number
      for (;;) {
        askedAt = performance.now()
        const { rows } = await sql<{ slot: number | null; is_free: boolean }>`${unhurried}, free as (
            select slot from unhurried, generate_series(1, ${most}::int) slot
            where not exists (select from lease where lease.name = ${name} and lease.slot = slot.slot and held_until > now()) order by slot limit 1),
          taken as (
            insert into lease as known (name, slot, holder, held_until) select ${name}, slot, ${holder}, ${until} from free
            on conflict (name, slot) do update set holder = excluded.holder, held_until = excluded.held_until where known.held_until <= now() returning slot)
          select (select slot from taken) as slot, exists (select from free) as is_free`.execute(db)
        const [answer] = rows
        if (answer && answer.slot !== null) break
        // Another process took the free slot first: try again, there may be another.
        if (!answer?.is_free) return null
      }
      const lost = held.add(holder, askedAt)
      if (!isWaiting) renewLater()
      const giveBack = async () => {
        held.drop(holder)
        await sql`${unhurried} delete from lease using unhurried where holder = ${holder} and name = ${name}`
          .execute(db)
          .catch(() => undefined)
      }
      return Object.assign(giveBack, { lost })
    },
    async isTaken(name) {
      const { rows } = await sql<{
        taken: boolean
      }>`select exists (select from lease where name = ${name} and held_until > now()) as taken`.execute(db)
      return rows[0]?.taken === true
    },
  }
}

const longestWaitMs = 15_000
const askAgainMs = 20

/**
 * Run `work` with one of `most` slots under `name`, once one is free. Callers of the same process queue in
 * `createTurns` first, so that at most one of each process polls here. The slot only limits how much runs at once: work
 * whose lease is lost ends as usual.
 * @throws AppError BUSY when none was free for 15 s
 */
export async function withLease<T>(leases: Leases, name: string, most: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longestWaitMs
  let giveBack = await leases.take(name, most)
  while (!giveBack) {
    if (Date.now() > deadline) throw new AppError('BUSY', { retryAfterSeconds: 2 })
    await wait(askAgainMs * (1 + Math.random()))
    giveBack = await leases.take(name, most)
  }
  try {
    return await work()
  } finally {
    await giveBack()
  }
}
