import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { Leases } from '#server/services/jobs/leases.ts'
import { createTurns } from '#server/services/jobs/turns.ts'
import { senderOf } from '#server/services/sender-address.ts'
import { AppError } from '#shared/errors.ts'
import { everywhere, type KnownPlace, knownOf, lockedOut, lockOf } from './lock-out.ts'

type Attempt = {
  /** The account of the sign-in, the same for each spelling of its name; null = no account, such as a ticket. */
  account: string | null
  /** Address that the request came from. */
  ip: string
  /** The remembered device of that account's user that sent the request, if any. */
  deviceId?: number | null
}

/**
 * How an attempt ended. `record` writes a failure in the transaction that counts it, so that neither exists without the
 * other; `locks` = with this failure the account must wait, or is locked.
 */
export type Outcome<T> = {
  succeeded: boolean
  answer: T
  record?: (trx: Transaction<Database>, turn: { locks: boolean }) => Promise<void>
}

export type Limits = {
  /**
   * Run one sign-in attempt and record its outcome. `locked` = refuse it even with the right password, with the same
   * work and message.
   * @throws AppError TOO_MANY when this address failed too often, BUSY when too many wait
   */
  guard<T>(attempt: Attempt, work: (turn: { locked: boolean }) => Promise<Outcome<T>>): Promise<T>
  /** Count an anonymous request, such as a registration. @throws AppError TOO_MANY above 10 a minute and address */
  admit(ip: string): Promise<void>
  /** Delete the failures of an account: an administrator has set a new password. */
  forgive(account: string): Promise<void>
}

const second = 1_000
const hour = 3_600 * second
const failuresOfAddress = { most: 10, within: 60 * second }
const slowed = { afterFailures: 30, within: hour, by: 5 * second }
const kept = 90 * 24 * hour
const attemptsBetweenSweeps = 1_000
/** User name of counted requests that are not sign-ins; no user can have this name. */
const anybody = '!'

type Sender = { address: string; network: string; device_id?: number | null }

/** Store sign-in attempts and counted requests in the database. */
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

  const remember = async (on: Db, account: string | null, sender: Sender, succeeded: boolean) => {
    await on
      .insertInto('login_attempt')
      .values({ user_name: account ?? '', ...sender, succeeded, at: clock() })
      .execute()
    if (attempts++ % attemptsBetweenSweeps === 0) {
      await on.deleteFrom('login_attempt').where('at', '<', before(kept)).where('network', '<>', lockedOut).execute()
    }
  }

  /** Count a failure, lock the account if it is one too many, and record it, all or nothing. */
  const rememberFailure = (
    account: string | null,
    sender: Sender,
    place: KnownPlace | null,
    wasLocked: boolean,
    record: Outcome<unknown>['record'],
  ) =>
    db.transaction().execute(async (trx) => {
      await remember(trx, account, sender, false)
      // Always query the lock, so that an attempt at a locked account takes no less time.
      const now = account === null || place === null ? null : await lockOf(trx, account, place, clock())
      if (now?.begins) await remember(trx, account, { address: lockedOut, network: lockedOut }, false)
      await record?.(trx, { locks: now !== null && (now.begins || (now.locked && !wasLocked)) })
    })

  return { before, refuseBusyAddress, hasFailedFrom, remember, rememberFailure }
}

/**
 * Limit guessing, counted in the database, so that a restart keeps the counts: 10 failures a minute and address; 5 in 5
 * minutes per account and network, then waits of 60 s to 15 min; 5 s of delay above 30 an hour; 100 in a row lock the
 * account except for the networks and remembered devices from which its user has signed in. Source: trust.md row 9
 */
export function createLimits({
  db,
  clock,
  leases,
  delay = sleep,
}: {
  db: Kysely<Database>
  clock: () => Date
  /** Leases with which attempts wait for those of other processes. */
  leases: Leases
  delay?: (milliseconds: number) => Promise<unknown>
}): Limits {
  const { before, refuseBusyAddress, hasFailedFrom, remember, rememberFailure } = createAttempts(db, clock)
  // An address without recent failures is far from the limit over all processes: it needs no lease.
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
      // Unknown places share one queue; a known place of the user has its own, so that strangers never delay it.
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
