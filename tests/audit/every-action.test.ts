import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { useDatabase } from '#tests/support/database.ts'
import { keys, passwordHash, testPassword } from '#tests/support/sign-in.ts'
import { dumpTables } from '#tests/support/table-dump.ts'
import { type Action, buildOffice, type Office, secrets } from './office.ts'
import { officeActions } from './office-actions.ts'
import { ownActions } from './own-actions.ts'

const database = useDatabase()
const { write, denied } = createAudit()
const log = { isBroken: false }
const unless = <Given extends unknown[]>(work: (...given: Given) => Promise<void>) => {
  return async (...given: Given) => {
    if (log.isBroken) throw new Error('the log cannot be written')
    await work(...given)
  }
}
let office: Office

beforeEach(async () => {
  log.isBroken = false
  office = await buildOffice(database.db, { write: unless(write), denied: unless(denied) })
})

/** Dump every row of every table, and the key that encrypts passwords; counters of attempts are left out. */
const state = async (without: readonly string[] = []) => ({
  ...(await dumpTables(database.pool, { without })),
  key: office.rsa().keyId,
})
const tokensIn = (answer: unknown): string[] =>
  typeof answer === 'object' && answer !== null
    ? Object.entries(answer).flatMap(([name, value]) =>
        /token/i.test(name) && typeof value === 'string' ? [value] : tokensIn(value),
      )
    : []

const cases = [...ownActions, ...officeActions].map((action): [string, Action] => [action.name, action])

test.each(cases)(
  'save %s together with its audit log entry, or not at all, without a secret in the entry',
  async (_, { prepare, act, rows, counted }) => {
    await prepare?.(office)
    const before = await state(counted)
    log.isBroken = true
    await expect(act(office)).rejects.toThrow()
    expect(await state(counted)).toEqual(before)

    log.isBroken = false
    const last = await database.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const { rows: clock } = await sql<{ now: Date }>`select now()`.execute(database.db)
    const answer = await act(office)
    const left = await database.db.selectFrom('audit_log').selectAll().where('id', '>', last.id).orderBy('id').execute()
    const everywhere = { actor: 'boss', result: 'ok', address: '203.0.113.7' }
    expect(left).toMatchObject(rows(office).map((row) => ({ ...everywhere, ...row })))
    for (const { actor, actor_user_id } of left) {
      expect(actor_user_id).toBe(actor === 'boss' ? office.bossId : actor === 'anna' ? office.annaId : null)
    }
    for (const { at } of left) expect(Math.abs(at.getTime() - (clock[0]?.now.getTime() ?? 0))).toBeLessThan(60_000)

    const told = JSON.stringify(left)
    const hidden = [
      ...[
        testPassword,
        ...Object.values(secrets),
        await passwordHash(),
        keys.terminalToken,
        keys.pepper.toString('hex'),
      ],
      ...[...office.tokens, ...tokensIn(answer), ...office.door.messages.map(({ code }) => code)],
    ]
    for (const secret of hidden) expect(told).not.toContain(secret)
    expect(told).not.toMatch(/\$argon2|BEGIN|[A-Za-z0-9+/]{100}/)
  },
)
