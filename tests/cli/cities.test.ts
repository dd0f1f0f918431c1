import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createKeys } from '#server/services/keys.ts'
import { createPasswords } from '#server/services/passwords.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: WholeServer
let folder = ''
let through: Record<string, string> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-cities-'))
  await buildHeadquarters(database.db)
  const keys = createKeys(readConfig({ DATA_DIR: folder }))
  server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys) } })
  through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
}, 60_000)
afterAll(async () => {
  await database.db.deleteFrom('city').where('name', 'in', ['甲城', '乙城']).execute()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const importing = (text: string, ...options: string[]) => {
  const path = join(folder, 'cities.csv')
  writeFileSync(path, text)
  return coldfleetHere(['cities', 'import', '--file', path, ...options], through)
}

test('a file of cities is imported by its documented headings, and running it again changes nothing', async () => {
  const file =
    '\ufeffcityName,altitude,avgTempSummer,avgTempWinter,avgHumiSummer,avgHumiWinter,highTempSummer,maxHumidity\n甲城,100,28,0,70,50,40,20\n乙城,,,,,,,\n'
  expect(await importing(file)).toEqual({ status: 0, stdout: '2 read, 2 created, 0 updated, 0 unchanged, 0 refused\n', stderr: '' })
  expect(JSON.parse((await importing(file, '--json')).stdout)).toMatchObject({ unchanged: 2, applied: true })
  expect(await database.db.selectFrom('city').select(['altitude', 'avg_temp_winter', 'max_humidity']).where('name', '=', '甲城').executeTakeFirst()).toEqual({
    altitude: 100,
    avg_temp_winter: 0,
    max_humidity: 20,
  })
})

test('wrong lines are named with their numbers, and nothing is changed', async () => {
  const ran = await importing('name,altitude\n甲城,200\n乙城,high\n')
  expect(ran).toEqual({
    status: 1,
    stdout: '2 read, 1 refused; nothing was changed\n',
    stderr: 'line 3 乙城: altitude is not a number: high\nnothing was changed\n',
  })
  expect(await database.db.selectFrom('city').select('altitude').where('name', '=', '甲城').executeTakeFirst()).toEqual({ altitude: 100 })
  expect((await importing('name,height\n甲城,200\n')).status).toBe(2)
})
