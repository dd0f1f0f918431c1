import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Add manufacturers' models to the reference series: their sheet, performance points, regeneration heat and price. A
 * row may have a rating without a factor, or neither if it has points. Projects get the prices of electricity and of a
 * unit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table catalogue_model
      alter column cap_factor drop not null,
      alter column rated_capacity drop not null,
      add column maker text,
      add column sheet text,
      add column sheet_date text,
      add column source text,
      add column points jsonb not null default '[]',
      add column heat_source text not null default 'electric' check (heat_source in ('electric', 'steam', 'gas', 'hotWater')),
      add column regen_temp double precision,
      add column regen_airflow double precision,
      add column price double precision,
      add column currency text,
      add check (cap_factor is not null or rated_capacity is not null or points <> '[]')`,
    'alter table project add column electricity_price double precision, add column unit_price double precision',
  ])
}
