import { expect, test } from 'vitest'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { database, here, file } = useTerminal(async (db) => {
  await buildHeadquarters(db)
})

const importing = (text: string, ...options: string[]) =>
  here('cities', 'import', '--file', file('cities.csv', text), ...options)

test('import a file of cities by its documented headings, and change nothing the second time', async () => {
  const text =
    '\ufeffcityName,altitude,avgTempSummer,avgTempWinter,avgHumiSummer,avgHumiWinter,highTempSummer,maxHumidity\n甲城,100,28,0,70,50,40,20\n乙城,,,,,,,\n'
  expect(await importing(text)).toEqual({
    status: 0,
    stdout: '2 read, 2 created, 0 updated, 0 unchanged, 0 refused\n',
    stderr: '',
  })
  expect(JSON.parse((await importing(text, '--json')).stdout)).toMatchObject({ unchanged: 2, applied: true })
  expect(
    await database.db
      .selectFrom('city')
      .select(['altitude', 'avg_temp_winter', 'max_humidity'])
      .where('name', '=', '甲城')
      .executeTakeFirst(),
  ).toEqual({
    altitude: 100,
    avg_temp_winter: 0,
    max_humidity: 20,
  })
})

test('name wrong lines with their numbers, and change nothing', async () => {
  const ran = await importing('name,altitude\n甲城,200\n乙城,high\n')
  expect(ran).toEqual({
    status: 1,
    stdout: '2 read, 1 refused; nothing was changed\n',
    stderr: 'line 3 乙城: altitude is not a number: high\nnothing was changed\n',
  })
  expect(await database.db.selectFrom('city').select('altitude').where('name', '=', '甲城').executeTakeFirst()).toEqual(
    { altitude: 100 },
  )
  expect((await importing('name,height\n甲城,200\n')).status).toBe(2)
})
