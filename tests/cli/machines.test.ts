import { expect, test } from 'vitest'
import { buildClient, buildDevice, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { database, here } = useTerminal(async (db) => {
  await buildHeadquarters(db)
  const client = await buildClient(db)
  for (const state of ['warn', 'normal'] as const) await buildDevice(db, { serial: `S-${state}`, state, company_id: client.company_id, client_id: client.id })
  await buildUser(db, { user_name: 'keeper', nick_name: '管理层' })
})

test('machine types are added, changed, retired and listed; what is wrong is told by its option', async () => {
  expect(await here('machine-types', 'add', '--name', 'S19-x', '--target', '95', '--power', '3250')).toMatchObject({
    status: 0,
    stdout: 'S19-x  95 TH/s  k 0.85  3250 W  in use\n',
  })
  const again = await here('machine-types', 'add', '--name', 's19-X', '--target', '95')
  expect([again.status, again.stderr]).toEqual([2, '--name s19-X: The machine type S19-x already exists (upper and lower case do not matter)\n'])
  const wrong = await here('machine-types', 'add', '--name', 'S20', '--target', '-1')
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--target')])
  const changed = await here('machine-types', 'update', '--name', 's19-x', '--share', '0.9', '--power', '-', '--retire', '--json')
  expect(JSON.parse(changed.stdout)).toMatchObject({ name: 'S19-x', targetHashRate: 95, complianceShare: 0.9, powerW: null, retired: true })
  const listed = await here('machine-types', 'list', '--json')
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(['T30', 'T20', 'S19-x'])
  expect(await here('machine-types', 'update', '--name', 'S99', '--retire')).toMatchObject({ status: 2, stderr: expect.stringContaining('T30, T20, S19-x') })
})

test('machines in trouble are attended to by their serials; those in none stay, and unknown serials are named', async () => {
  const done = await here('devices', 'attend', '--serials', 'S-warn S-normal NOBODY', '--acknowledge', 'spare part ordered', '--note', 'fan')
  expect(done).toMatchObject({ status: 0, stdout: '1 machine changed; 1 in no trouble and left as they were\n', stderr: expect.stringContaining('NOBODY') })
  const cared = await database.db.selectFrom('device_care').select(['note', 'acknowledged_at']).execute()
  expect(cared).toEqual([{ note: 'fan', acknowledged_at: expect.any(Date) }])
  expect(await here('devices', 'attend', '--serials', 'S-warn', '--assignee', 'Nemo')).toMatchObject({ status: 2, stderr: expect.stringContaining('Nemo') })
  expect(await here('devices', 'attend', '--serials', 'NOBODY', '--note', 'x')).toMatchObject({ status: 1 })
  expect(await here('devices', 'attend', '--serials', 'S-warn')).toMatchObject({ status: 2 })
})
