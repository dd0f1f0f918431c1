import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { CityClimate } from '#shared/cities.ts'

export const climateColumns = [
  'name',
  'province',
  'altitude',
  'avg_temp_summer as avgTempSummer',
  'avg_temp_winter as avgTempWinter',
  'avg_humi_summer as avgHumiSummer',
  'avg_humi_winter as avgHumiWinter',
  'high_temp_summer as highTempSummer',
  'max_humidity as maxHumidity',
  'vent_temp_summer as ventTempSummer',
  'source',
] as const

/** Return the names of all cities in Chinese alphabetical order. */
export async function cityNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('city').select('name').execute()
  const collator = new Intl.Collator('zh-CN')
  return rows.map(({ name }) => name).sort(collator.compare)
}

export const findCity = (db: Db, name: string): Promise<CityClimate | undefined> =>
  db.selectFrom('city').select(climateColumns).where('name', '=', name).executeTakeFirst()

export const citiesOf = (db: Db, names: readonly string[]): Promise<CityClimate[]> =>
  db.selectFrom('city').select(climateColumns).where(sql<boolean>`name = any(${names})`).execute()

/** Insert cities and replace those of the same name, in one statement. */
export async function saveCities(trx: Transaction<Database>, cities: readonly CityClimate[], now: Date): Promise<void> {
  await sql`insert into city (name, province, altitude, avg_temp_summer, avg_temp_winter, avg_humi_summer, avg_humi_winter, high_temp_summer, max_humidity,
      vent_temp_summer, source)
    select name, province, altitude, "avgTempSummer", "avgTempWinter", "avgHumiSummer", "avgHumiWinter", "highTempSummer", "maxHumidity",
      "ventTempSummer", source
    from json_to_recordset(${JSON.stringify(cities)}::json)
    as row(name text, province text, altitude float8, "avgTempSummer" float8, "avgTempWinter" float8, "avgHumiSummer" float8, "avgHumiWinter" float8,
      "highTempSummer" float8, "maxHumidity" float8, "ventTempSummer" float8, source text)
    on conflict (name) do update set province = excluded.province, altitude = excluded.altitude,
      avg_temp_summer = excluded.avg_temp_summer, avg_temp_winter = excluded.avg_temp_winter,
      avg_humi_summer = excluded.avg_humi_summer, avg_humi_winter = excluded.avg_humi_winter,
      high_temp_summer = excluded.high_temp_summer, max_humidity = excluded.max_humidity,
      vent_temp_summer = excluded.vent_temp_summer, source = excluded.source,
      row_version = city.row_version + 1, update_time = ${now}`.execute(trx)
}
