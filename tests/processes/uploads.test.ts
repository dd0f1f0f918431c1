import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { useDeployments } from '#tests/support/processes.ts'

const deployments = useDeployments()
let one: App
let other: App
const now = new Date('2026-11-20T04:00:00Z')
const owner = 'user 7 3'
const piece = (text: string, offset: number) => ({ offset, bytes: Buffer.from(text) })
const given = (app: App) => app.services.spool

beforeAll(async () => {
  const deployment = await deployments.deploy('uploads')
  one = await deployment.open()
  other = await deployment.open()
}, 60_000)

test('accept the parts of a file at different processes, each once and only from its owner', async () => {
  const id = await given(one).begin(owner, 'mp4', now)
  expect(await given(other).append(id, owner, piece('cold', 0), now)).toBe(4)
  expect(await given(one).append(id, owner, piece('fleet', 4), now)).toBe(9)
  await expect(given(other).append(id, owner, piece('fleet', 4), now)).rejects.toMatchObject({
    code: 'UPLOAD_MALFORMED',
  })
  await expect(given(other).append(id, 'user 8 3', piece('x', 9), now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const twice = await Promise.allSettled([one, other].map((app) => given(app).append(id, owner, piece('!', 9), now)))
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { kind, stream } = await given(other).open(id)
  expect([kind, (await buffer(stream)).toString()]).toEqual(['mp4', 'coldfleet!'])
  await given(one).remove(id)
  await expect(given(other).open(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for await (const left of one.services.storage.list()) expect.unreachable(left.name)
})

test('allow four uploads over all processes; drop one without a new part for ten minutes', async () => {
  // Slow inserts overlap, however busy the machine is.
  await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.1); return new; end'`.execute(
    one.db,
  )
  await sql`create trigger slow before insert on partial_upload for each row execute function slow()`.execute(one.db)
  const begun = await Promise.allSettled(
    Array.from({ length: 24 }, (_, turn) => given(turn % 2 === 0 ? one : other).begin(owner, 'webm', now)),
  )
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const app of [one, other])
    await expect(given(app).begin(owner, 'webm', now)).rejects.toMatchObject({ code: 'BUSY' })
  expect(await given(other).begin(owner, 'webm', new Date(now.getTime() + 601_000))).toMatch(/^[0-9a-f]{32}$/)
})
