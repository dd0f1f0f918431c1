import { type Kysely, sql } from 'kysely'
import { run } from './0001/run.ts'
import { readData } from './0002/read-data.ts'

/**
 * Add the outdoor temperature for the design of doors: 夏季通风室外计算温度 of GB 50736-2012, appendix A, whose humidity the city
 * already has. It stays unknown for a city whose row a user replaced by that of another station. Projects keep the row
 * that filled them, and get the value from the same station.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table city add column vent_temp_summer double precision'])
  await sql`update city set vent_temp_summer = row."ventTempSummer"
    from json_to_recordset(${JSON.stringify(readData('cities.csv'))}::json) as row(name text, "ventTempSummer" float8, source text)
    where city.name = row.name and city.source = row.source`.execute(db)
  await sql`update project set climate = project.climate || jsonb_build_object('ventTempSummer',
      (select vent_temp_summer from city where city.name = project.climate->>'name' and city.source = project.climate->>'source'))
    where project.climate is not null`.execute(db)
}
