import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import { createLimits } from '#server/services/sign-in/sign-in-limits.ts'
import { testNow } from './context.ts'
import { useDatabase } from './database.ts'
import { buildCompany, buildUser } from './factories.ts'
import { keys, passwordHash } from './sign-in.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

/** Provide a server that counts the work behind its responses, and callers who may not sign in. */
export function useStrangers() {
  const database = useDatabase({ emptied: 'file' })
  /** Count expensive work instead of measuring its time: the clock of a busy machine proves nothing. */
  const work = { hashes: 0, verifications: 0 }
  const passwords = createPasswords({
    pepper: keys.pepper,
    engine: {
      hash: (...given) => {
        work.hashes += 1
        return hash(...given)
      },
      // An invalid hash is refused at once: that is no work.
      verify: async (...given) => {
        const answer = await verify(...given)
        work.verifications += 1
        return answer
      },
    },
  })
  const people = { anna: '13800000001', gone: '13800000002', locked: '13800000003', left: '13800000004' }
  const unknownPhone = '13900000009'
  const wrong = 'Wrong#Pass99'
  const made = {} as { server: WholeServer }

  beforeAll(async () => {
    const { db } = database
    const base = await buildCompany(db)
    for (const [user_name, phone] of Object.entries(people)) {
      const given = {
        user_name,
        phone,
        company_id: base.id,
        nick_name: '检验员',
        password_hash: await passwordHash(),
        disabled: user_name === 'gone',
      }
      await buildUser(db, {
        ...given,
        ...(user_name === 'left' ? { password_hash: '-', disabled: true, deleted_at: new Date() } : {}),
      })
    }
    const failure = { user_name: 'locked', network: '198.51.100.0/24', address: '198.51.100.1', succeeded: false }
    const at = (index: number) => new Date(testNow.getTime() - (index + 90) * 60_000)
    await db
      .insertInto('login_attempt')
      .values(Array.from({ length: 100 }, (_, index) => ({ ...failure, at: at(index) })))
      .execute()
    const limits = createLimits({ db, clock: () => testNow, leases: createOwnLeases(), delay: async () => undefined })
    made.server = await startWholeServer(database, {
      config: { TRUST_PROXY: '1' },
      services: { keys, passwords, limits, audit: createAudit() },
    })
    await passwords.verify(null, wrong)
  })
  afterAll(() => made.server?.stop())

  let senders = 0
  /** Return the response and its work; each call from another network, so that no address limit applies. */
  async function ask(path: string, body: unknown, token?: string) {
    senders += 1
    const before = { ...work }
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${senders}.0.1`,
      ...(token === undefined ? {} : { 'x-token': token }),
    }
    const answer = await fetch(`${made.server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { date: _date, 'x-request-id': _id, ...shown } = Object.fromEntries(answer.headers)
    const text = await answer.text()
    return {
      status: answer.status,
      headers: shown,
      text,
      hashes: work.hashes - before.hashes,
      verifications: work.verifications - before.verifications,
    }
  }

  /** Call with every body and expect the same response and this much work. */
  async function alike(
    path: string,
    bodies: readonly unknown[],
    done: { hashes: number; verifications: number },
    says: string,
    token?: string,
  ) {
    const answers = []
    for (const body of bodies) answers.push(await ask(path, body, token))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, ...done })
    expect(answers[0]?.text).toContain(says)
  }
  return { wrong, alike, ask, people, unknownPhone, made, database }
}
