import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildClient, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { folder, here, hereWith, file, database } = useTerminal(async (db) => {
  const headquarters = await buildHeadquarters(db)
  await buildUser(db, { user_name: 'keeper', nick_name: '管理层', company_id: headquarters.id })
  const client = await buildClient(db, { name: '晨曦' })
  const site = await buildSite(db, { name: '一号站' })
  await buildDevice(db, { serial: 'S-1', company_id: site.tenant_id ?? 0, client_id: client.id, site_id: site.id })
})

test('count no users of a refused file as created', async () => {
  const path = file(
    'users.csv',
    'userName,name,company,nickName,phone,password\nwang,王,总部,管理层,13800000001,Abc!23CDx\nli,李,总部,国王,13800000002,Abc!23CDx\n',
  )
  const inJson = await here('users', 'seed', '--file', path, '--json')
  expect(inJson.status).toBe(1)
  expect(JSON.parse(inJson.stdout)).toMatchObject({ created: 0, updated: 0, applied: false })
  expect((await here('users', 'seed', '--file', path)).stdout).not.toMatch(/1 created/)
  expect(await database.db.selectFrom('app_user').select('id').where('user_name', '=', 'wang').execute()).toEqual([])
})

test('name the serials for which repairs refuse a strict run', async () => {
  const args = ['repairs', 'send', '--serials', 'S-1 NOSUCH', '--reason', 'fan', '--strict']
  const inWords = await here(...args)
  expect(inWords.status).toBe(1)
  expect(inWords.stderr).toContain('NOSUCH')
  const inJson = await here(...args, '--json')
  expect(inJson.status).toBe(1)
  const answer = JSON.parse(inJson.stdout)
  expect(answer).toMatchObject({ done: 0, refused: 1, dryRun: false })
  expect(answer.lines).toContainEqual(expect.objectContaining({ serial: 'NOSUCH' }))
  expect(await database.db.selectFrom('repair_daily').select('id').execute()).toEqual([])
})

test('write a response that is not a file to the named file, too', async () => {
  const path = join(folder, 'counts.json')
  expect(await here('call', 'charts.counts', '--json', '{}', '-o', path)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ total: 1 })
  const refused = join(folder, 'none.json')
  expect(await here('call', 'devices.get', '--json', '{"id":999999}', '-o', refused)).toMatchObject({
    status: 1,
    stdout: '',
  })
  expect(existsSync(refused)).toBe(false)
})

test('refuse what no token may do, and say where to do it', async () => {
  const made = await here('token', 'create', '--user', 'keeper', '--ttl', '1h', '--json')
  const { token } = JSON.parse(made.stdout)
  for (const args of [
    ['keys', 'rotate'],
    ['db', 'backup', '--out', join(folder, 'far.backup')],
  ])
    expect(await hereWith({ COLDFLEET_TOKEN: token }, ...args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('on the machine of the server'),
    })
  expect(existsSync(join(folder, 'far.backup'))).toBe(false)
})
