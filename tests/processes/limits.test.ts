import { beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { callerAt, signInAt, useDeployments } from '#tests/support/processes.ts'

const deployments = useDeployments()
const first = { ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Frost#Pine88' }
let one: App
let other: App
let token: string

beforeAll(async () => {
  const deployment = await deployments.deploy('limits')
  one = await deployment.open(first)
  other = await deployment.open()
  token = await signInAt(one, first.ADMIN_USER, first.ADMIN_PASSWORD)
}, 60_000)

/** The codes of calls that were refused, among those that were sent to both processes in turn, at once. */
async function refusals(times: number, call: (app: App, turn: number) => Promise<unknown>): Promise<unknown[]> {
  const ended = await Promise.allSettled(Array.from({ length: times }, async (_, turn) => call(turn % 2 === 0 ? one : other, turn)))
  return ended.flatMap((result) => (result.status === 'rejected' ? [result.reason.cause?.code ?? result.reason.code ?? String(result.reason)] : []))
}

test('six exports a minute are six over all processes, however they come', async () => {
  expect(await refusals(10, async (app) => (await callerAt(app, token)).clients.export({}))).toEqual(['TOO_MANY', 'TOO_MANY', 'TOO_MANY', 'TOO_MANY'])
  const refused = (await callerAt(other, token)).clients.export({})
  await expect(refused).rejects.toMatchObject({ cause: { details: { retryAfterSeconds: expect.any(Number) } } })
})

test('the tokens of a person make sixty exports a minute together, apart from the six at the screen', async () => {
  const person = await callerAt(one, token)
  const programs = [await person.auth.createToken({ days: 1 }), await person.auth.createToken({ days: 1, scope: 'read' })]
  const codes = await refusals(64, async (app, turn) => (await callerAt(app, programs[turn % 3 === 0 ? 0 : 1]?.token)).clients.export({}))
  expect(codes).toEqual(['TOO_MANY', 'TOO_MANY', 'TOO_MANY', 'TOO_MANY'])
})

test('ten look-ups a minute and address are ten over all processes', async () => {
  const codes = await refusals(14, async (app) => (await callerAt(app)).reports.lookUp({ reportNumber: 'JY-1', checkCode: '123456' }))
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(4)
})
