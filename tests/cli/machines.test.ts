import { expect, test } from 'vitest'
import { buildClient, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { database, here } = useTerminal(async (db) => {
  await buildHeadquarters(db)
  const client = await buildClient(db)
  for (const state of ['warn', 'normal'] as const)
    await buildDevice(db, { serial: `S-${state}`, state, company_id: client.company_id, client_id: client.id })
  await buildUser(db, { user_name: 'keeper', nick_name: '管理层' })
})

test('add, change, retire and list machine types, and name the option of a wrong value', async () => {
  expect(await here('machine-types', 'add', '--name', 'S19-x', '--target', '95', '--power', '3250')).toMatchObject({
    status: 0,
    stdout: 'S19-x  95 TH/s  k 0.85  3250 W  in use\n',
  })
  const again = await here('machine-types', 'add', '--name', 's19-X', '--target', '95')
  expect([again.status, again.stderr]).toEqual([
    2,
    '--name s19-X: The machine type S19-x already exists (upper and lower case do not matter)\n',
  ])
  const wrong = await here('machine-types', 'add', '--name', 'S20', '--target', '-1')
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--target')])
  const changed = await here(
    'machine-types',
    'update',
    '--name',
    's19-x',
    '--share',
    '0.9',
    '--power',
    '-',
    '--retire',
    '--json',
  )
  expect(JSON.parse(changed.stdout)).toMatchObject({
    name: 'S19-x',
    targetHashRate: 95,
    complianceShare: 0.9,
    powerW: null,
    retired: true,
  })
  const listed = await here('machine-types', 'list', '--json')
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(['T30', 'T20', 'S19-x'])
  expect(await here('machine-types', 'update', '--name', 'S99', '--retire')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('T30, T20, S19-x'),
  })
})

test('attend to machines in trouble by their serials, skip all others, and name unknown serials', async () => {
  const done = await here(
    'devices',
    'attend',
    '--serials',
    'S-warn S-normal NOBODY',
    '--acknowledge',
    'spare part ordered',
    '--note',
    'fan',
  )
  expect(done).toMatchObject({
    status: 0,
    stdout: '1 device changed; 1 in no trouble and left as they were\n',
    stderr: expect.stringContaining('NOBODY'),
  })
  const cared = await database.db.selectFrom('device_care').select(['note', 'acknowledged_at']).execute()
  expect(cared).toEqual([{ note: 'fan', acknowledged_at: expect.any(Date) }])
  expect(await here('devices', 'attend', '--serials', 'S-warn', '--assignee', 'Nemo')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Nemo'),
  })
  expect(await here('devices', 'attend', '--serials', 'NOBODY', '--note', 'x')).toMatchObject({ status: 1 })
  expect(await here('devices', 'attend', '--serials', 'S-warn')).toMatchObject({ status: 2 })
})

test('transfer the machines that match filters at that moment', async () => {
  const { db } = database
  const [{ id: base }, { id: owner }] = [
    await db.selectFrom('device').select('company_id as id').limit(1).executeTakeFirstOrThrow(),
    await db.selectFrom('client').select('id').executeTakeFirstOrThrow(),
  ]
  const other = await buildClient(db, { company_id: base, name: 'Other' })
  for (const [at, hall] of ['A', 'a', 'B'].entries()) {
    const device = await buildDevice(db, { serial: `H-${at}`, company_id: base, client_id: owner })
    await db.insertInto('device_facts').values({ company_id: base, device_id: device.id, hall }).execute()
  }
  const line = [
    'devices',
    'transfer',
    '--from-client',
    String(owner),
    '--hall',
    'A',
    '--client',
    'Other',
    '--reason',
    'contract',
  ]
  expect(await here(...line, '--dry-run')).toMatchObject({ status: 0, stdout: expect.stringContaining('2 devices') })
  expect(await here(...line)).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') })
  expect(await here(...line, '--serials', 'H-0', '--yes')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('in one way only'),
  })
  expect(await here(...line, '--yes')).toMatchObject({ status: 0 })
  const moved = await db
    .selectFrom('device')
    .select('serial')
    .where('client_id', '=', other.id)
    .orderBy('serial')
    .execute()
  expect(moved.map(({ serial }) => serial)).toEqual(['H-0', 'H-1'])
  expect(await here(...line, '--yes')).toMatchObject({ status: 1, stderr: 'no device matches the filters\n' })
  const states = ['--state', 'normal,warn', '--client', '0', '--reason', 'x', '--dry-run', '--json']
  expect(JSON.parse((await here('devices', 'transfer', ...states)).stdout)).toMatchObject({ selected: 5, dryRun: true })
  expect(
    await here('devices', 'transfer', '--ip', '10.x', '--client', '0', '--reason', 'x', '--dry-run'),
  ).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--ip 10.x: '),
  })
})

test('take stock of a site by a list of serials, and show it again', async () => {
  const { db } = database
  const { id: base } = await db.selectFrom('device').select('company_id as id').limit(1).executeTakeFirstOrThrow()
  const site = await buildSite(db, {
    tenant: await db.selectFrom('company').selectAll().where('id', '=', base).executeTakeFirstOrThrow(),
    name: 'North',
  })
  for (const serial of ['N-1', 'N-2']) await buildDevice(db, { serial, company_id: base, site_id: site.id })
  const taken = await here(
    'stocktakes',
    'add',
    '--site',
    'North',
    '--serials',
    'n-1, H-0 H-0 NOBODY',
    '--note',
    'month end',
  )
  expect(taken).toMatchObject({ status: 0, stderr: expect.stringContaining('1 repeated') })
  expect(taken.stdout).toMatch(
    /North .*Here 1, Missing 1, Of another site 1, Unknown 1 +month end\nMissing +N-2 .*\nOf another site +H-0 .*\nUnknown +NOBODY/,
  )
  const listed = await here('stocktakes', 'list', '--site', 'North', '--json')
  const { id, counts } = JSON.parse(listed.stdout)
  expect(counts).toMatchObject({ here: 1, missing: 1 })
  const shown = await here('stocktakes', 'show', '--stocktake', String(id), '--group', 'here')
  expect(shown.stdout).toMatch(/Here +N-1/)
  expect(shown.stdout).not.toContain('NOBODY')
  expect(await here('stocktakes', 'show', '--stocktake', '999')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--stocktake 999'),
  })
  expect(await here('stocktakes', 'add', '--serials', 'N-1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--site'),
  })
  expect(await here('stocktakes', 'list', '--site', 'Nowhere')).toMatchObject({ status: 2 })
})
