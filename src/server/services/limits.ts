import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { Leases } from './leases.ts'
import { everywhere, type KnownPlace, knownOf, lockedOut, lockOf } from './lock-out.ts'
import { senderOf } from './network.ts'
import { createTurns } from './turns.ts'

type Attempt = {
  /** Whose sign-in it is, the same for each of his spellings; null = nobody's in particular, such as a ticket. */
  account: string | null
  /** Address that the request came from. */
  ip: string
  /** The remembered device of that account's user by which it came, if any. */
  deviceId?: number | null
}

/**
 * How a try ended. `record` writes a failure down in the transaction that counts it, so that neither is there without the other;
 * `locks` = with this failure the account has to wait, or is locked.
 */
export type Outcome<T> = {
  succeeded: boolean
  answer: T
  record?: (trx: Transaction<Database>, turn: { locks: boolean }) => Promise<void>
}

export type Limits = {
  /**
   * Runs one try to sign in and remembers how it ended. `locked` = whatever is right, refuse it, with the same work and words.
   * @throws AppError TOO_MANY when this address failed too often, BUSY when too many wait
   */
  guard<T>(attempt: Attempt, work: (turn: { locked: boolean }) => Promise<Outcome<T>>): Promise<T>
  /** Counts a request that anybody may make, such as a registration. @throws AppError TOO_MANY above 10 a minute and address */
  admit(ip: string): Promise<void>
  /** Forgets the failures of an account: an administrator has given it a new password. */
  forgive(account: string): Promise<void>
}

const second = 1_000
const hour = 3_600 * second
const failuresOfAddress = { most: 10, within: 60 * second }
const slowed = { afterFailures: 30, within: hour, by: 5 * second }
const kept = 90 * 24 * hour
const attemptsBetweenSweeps = 1_000
/** Stands as user name of requests that are counted and are no sign-in; no user can be called so. */
const anybody = '!'

type Sender = { address: string; network: string; device_id?: number | null }

/** Tries to sign in, and requests that are counted, as the database remembers them. */
function createAttempts(db: Kysely<Database>, clock: () => Date) {
  let attempts = 0
  const before = (milliseconds: number) => new Date(clock().getTime() - milliseconds)

  async function refuseBusyAddress(address: string, counted: 'failures' | 'requests'): Promise<void> {
    const failures = await db
      .selectFrom('login_attempt')
      .select('at')
      .where('address', '=', address)
      .where((is) => (counted === 'failures' ? is('succeeded', '=', false) : is('user_name', '=', anybody)))
      .where('at', '>', before(failuresOfAddress.within))
      .orderBy('at', 'desc')
      .limit(failuresOfAddress.most)
      .execute()
    const tenth = failures[failuresOfAddress.most - 1]
    if (!tenth) return
    const free = tenth.at.getTime() + failuresOfAddress.within - clock().getTime()
    throw new AppError('TOO_MANY', { retryAfterSeconds: Math.max(1, Math.ceil(free / second)) })
  }

  async function hasFailedFrom(address: string): Promise<boolean> {
    const failures = db
      .selectFrom('login_attempt')
      .select('id')
      .where('address', '=', address)
      .where('succeeded', '=', false)
    const failure = await failures.where('at', '>', before(failuresOfAddress.within)).limit(1).executeTakeFirst()
    return failure !== undefined
  }

  const remember = async (on: Kysely<Database>, account: string | null, sender: Sender, succeeded: boolean) => {
    await on
      .insertInto('login_attempt')
      .values({ user_name: account ?? '', ...sender, succeeded, at: clock() })
      .execute()
    if (attempts++ % attemptsBetweenSweeps === 0) {
      await on.deleteFrom('login_attempt').where('at', '<', before(kept)).where('network', '<>', lockedOut).execute()
    }
  }

  /** Counts a failure, locks the account with one too many, and has it written down, all or nothing. */
  const rememberFailure = (
    account: string | null,
    sender: Sender,
    place: KnownPlace | null,
    wasLocked: boolean,
    record: Outcome<unknown>['record'],
  ) =>
    db.transaction().execute(async (trx) => {
      await remember(trx, account, sender, false)
      // Asked whether it was locked before or not: a try at a locked account takes no less.
      const now = account === null || place === null ? null : await lockOf(trx, account, place, clock())
      if (now?.begins) await remember(trx, account, { address: lockedOut, network: lockedOut }, false)
      await record?.(trx, { locks: now !== null && (now.begins || (now.locked && !wasLocked)) })
    })

  return { before, refuseBusyAddress, hasFailedFrom, remember, rememberFailure }
}

/**
 * Limits on guessing, counted in the database, so that a restart forgets nothing: 10 failures a minute and address;
 * 5 in 5 minutes per account and network, then waits of 60 s to 15 min; 5 s of delay above 30 an hour; 100 in a row lock the account for all
 * but the networks and remembered devices from which its user has signed in. Source: trust.md row 9
 */
export function createLimits({
  db,
  clock,
  leases,
  delay = sleep,
}: {
  db: Kysely<Database>
  clock: () => Date
  /** Where tries wait for those of other processes. */
  leases: Leases
  delay?: (milliseconds: number) => Promise<unknown>
}): Limits {
  const { before, refuseBusyAddress, hasFailedFrom, remember, rememberFailure } = createAttempts(db, clock)
  // Who has not failed lately is far from the limit, however many processes he asks: then none waits for another.
  const addressTurns = createTurns(4, 100, { leases, name: 'sign-in from', when: hasFailedFrom })
  const accountTurns = createTurns(1, 20, { leases, name: 'sign-in of' })
  const requestTurns = createTurns(1, 100, { leases, name: 'request from' })

  return {
    async guard({ account, ip, deviceId = null }, work) {
      const { address, network } = senderOf(ip)
      const sender = { address, network, device_id: deviceId }
      const known = account === null ? null : await knownOf(db, account, { network, deviceId }, before(slowed.within))
      const place = known && { network, deviceId, isKnown: known.isKnown }
      const inTurn = async () => {
        await refuseBusyAddress(address, 'failures')
        const locked = account !== null && place !== null && (await lockOf(db, account, place, clock())).locked
        const { succeeded, answer, record } = await work({ locked })
        await (succeeded
          ? remember(db, account, sender, true)
          : rememberFailure(account, sender, place, locked, record))
        return answer
      }
      if (known !== null && known.failures > slowed.afterFailures) await delay(slowed.by)
      // Strangers wait for each other; where its user has signed in from before nobody is behind them.
      const line = place?.isKnown ? `${account} ${deviceId ?? network}` : account
      return addressTurns(address, () => (line === null ? inTurn() : accountTurns(line, inTurn)))
    },
    admit(ip) {
      const sender = senderOf(ip)
      return requestTurns(sender.address, async () => {
        await refuseBusyAddress(sender.address, 'requests')
        await remember(db, anybody, sender, true)
      })
    },
    forgive: (account) =>
      db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('login_attempt')
          .where('user_name', '=', account)
          .where('network', '=', lockedOut)
          .execute()
        await remember(trx, account, { address: everywhere, network: everywhere }, true)
      }),
  }
}
