import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { callerAt, useTwoProcesses } from '#tests/support/processes.ts'

const processes = useTwoProcesses('limits')

/** Return the codes of refused calls among parallel calls to both processes in turn. */
async function refusals(times: number, call: (app: App, turn: number) => Promise<unknown>): Promise<unknown[]> {
  const ended = await Promise.allSettled(
    Array.from({ length: times }, async (_, turn) => call(turn % 2 === 0 ? processes.one : processes.other, turn)),
  )
  return ended.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.cause?.code ?? result.reason.code ?? String(result.reason)] : [],
  )
}

test('allow six exports a minute over all processes', async () => {
  expect(await refusals(10, async (app) => (await callerAt(app, processes.token)).clients.export({}))).toEqual([
    'TOO_MANY',
    'TOO_MANY',
    'TOO_MANY',
    'TOO_MANY',
  ])
  const refused = (await callerAt(processes.other, processes.token)).clients.export({})
  await expect(refused).rejects.toMatchObject({ cause: { details: { retryAfterSeconds: expect.any(Number) } } })
})

test('allow the tokens of a user sixty exports a minute together, in addition to six on screen', async () => {
  const person = await callerAt(processes.one, processes.token)
  const programs = [
    await person.auth.createToken({ days: 1 }),
    await person.auth.createToken({ days: 1, scope: 'read' }),
  ]
  const codes = await refusals(64, async (app, turn) =>
    (await callerAt(app, programs[turn % 3 === 0 ? 0 : 1]?.token)).clients.export({}),
  )
  expect(codes).toEqual(['TOO_MANY', 'TOO_MANY', 'TOO_MANY', 'TOO_MANY'])
})

test('allow ten look-ups a minute and address over all processes', async () => {
  const codes = await refusals(14, async (app) =>
    (await callerAt(app)).reports.lookUp({ reportNumber: 'JY-1', checkCode: '123456' }),
  )
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(4)
})

test('check five of twenty parallel guesses at one account over all processes, and ten an address', async () => {
  let looked = 0
  const guess = (account: string, ip: string) => async (app: App) => {
    await app.services.limits.guard({ account, ip }, async ({ locked }) => {
      if (!locked) looked++
      await wait(5)
      return { succeeded: false, answer: null }
    })
  }
  // From different addresses of one network.
  await refusals(20, (app, turn) => guess('anna', `198.51.100.${turn}`)(app))
  expect(looked).toBe(5)
  looked = 0
  await refusals(40, (app, turn) => guess(`user ${turn}`, '203.0.113.99')(app))
  // Guesses in progress at the first failure are also checked: four at each process.
  expect(looked).toBeGreaterThanOrEqual(10)
  expect(looked).toBeLessThanOrEqual(13)
})

test('allow a user four uploads at once over all processes, and free those of a dead process', async () => {
  const ends: (() => void)[] = []
  const upload = (app: App) => app.services.uploads.hold(7, {}, () => new Promise<void>((end) => ends.push(end)))
  const under = [processes.one, processes.other, processes.one, processes.other].map(upload)
  await expect.poll(() => ends.length).toBe(4)
  for (const app of [processes.one, processes.other])
    await expect(upload(app)).rejects.toMatchObject({ code: 'TOO_MANY' })
  await sql`update lease set held_until = now() - interval '1 second' where slot = 1`.execute(processes.one.db)
  const fifth = upload(processes.other)
  await expect.poll(() => ends.length).toBe(5)
  for (const end of ends) end()
  await Promise.all([...under, fifth])
  expect(await processes.one.db.selectFrom('lease').select('name').execute()).toEqual([])
})

test('print the report of a project in one process at a time', async () => {
  const held = await processes.one.services.leases.take('report of project 1', 1)
  expect(await processes.other.services.leases.isTaken('report of project 1')).toBe(true)
  expect(await processes.other.services.leases.take('report of project 1', 1)).toBeNull()
  await held?.()
  expect(await processes.other.services.leases.isTaken('report of project 1')).toBe(false)
})
