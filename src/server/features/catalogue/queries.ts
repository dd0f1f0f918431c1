import { type Kysely, sql, type Transaction } from 'kysely'
import { findShortPage } from '#server/db/pages.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { Catalogue, CatalogueModel } from '#shared/selection/model.ts'

export type StoredVersion = { id: number; source: string; savedBy: string | null; createdAt: Date }

const columns = [
  'model',
  'family',
  'airflow as airflowM3h',
  'cap_factor as capFactor',
  'rated_capacity as ratedCapacityKgH',
  'fan_kw as fanKw',
  'regen_kw as regenKw',
  'temp_min as tMin',
  'temp_max as tMax',
  'length_mm as lengthMm',
  'width_mm as widthMm',
  'height_mm as heightMm',
  'weight_kg as weightKg',
  'dims_status as dimsStatus',
  'maker',
  'sheet',
  'sheet_date as sheetDate',
  'source',
  'points',
  'heat_source as heatSource',
  'regen_temp as regenTempC',
  'regen_airflow as regenAirflowM3h',
  'price',
  'currency',
] as const

const versions = (db: Db) =>
  db.selectFrom('catalogue_version').select(['id', 'source', 'saved_by as savedBy', 'create_time as createdAt'])

/** Return one version; without an id the newest. @throws AppError NOT_FOUND */
export async function findVersion(db: Db, id?: number): Promise<StoredVersion> {
  const found = await (id === undefined
    ? versions(db).orderBy('id', 'desc').limit(1)
    : versions(db).where('id', '=', id)
  ).executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

export async function newestVersionId(db: Db): Promise<number> {
  return (await findVersion(db)).id
}

/** Return the models of a version in the order in which they were saved. */
export const modelsOf = (db: Db, versionId: number): Promise<CatalogueModel[]> =>
  db.selectFrom('catalogue_model').select(columns).where('version_id', '=', versionId).orderBy('position').execute()

/**
 * Return the catalogue for the calculation; without an id the newest. A version never changes.
 * @throws AppError NOT_FOUND
 */
export async function findCatalogue(db: Db, versionId?: number): Promise<Catalogue> {
  const { id, source } = await findVersion(db, versionId)
  return { version: String(id), source, models: await modelsOf(db, id) }
}

/** Return a page of versions, newest first, with the number of their models. */
export const findVersions = (db: Kysely<Database>, paging: Paging): Promise<Page<StoredVersion & { models: number }>> =>
  findShortPage(db, paging, {
    from: sql`from catalogue_version`,
    order: sql`order by id desc`,
    show: (shown) => sql`select v.id, v.source, v.saved_by as "savedBy", v.create_time as "createdAt",
        (select count(*)::int from catalogue_model m where m.version_id = v.id) as models
      from ${shown} v order by v.id desc`,
  })

/**
 * Lock the versions, so that concurrent saves run one after the other. Reads do not wait. Call this first in the
 * transaction.
 */
export const lockVersions = (trx: Transaction<Database>): Promise<unknown> =>
  sql`lock table catalogue_version in share row exclusive mode`.execute(trx)

/** Insert a version with its models. Old versions stay, because projects were calculated with them. */
export async function insertVersion(
  trx: Transaction<Database>,
  { id, source, savedBy, now }: { id: number; source: string; savedBy: string; now: Date },
  models: readonly CatalogueModel[],
): Promise<void> {
  await trx.insertInto('catalogue_version').values({ id, source, saved_by: savedBy, create_time: now }).execute()
  await sql`insert into catalogue_model (version_id, model, position, family, airflow, cap_factor, rated_capacity, fan_kw, regen_kw, temp_min, temp_max,
      length_mm, width_mm, height_mm, weight_kg, dims_status, maker, sheet, sheet_date, source, points, heat_source, regen_temp, regen_airflow,
      price, currency)
    select ${id}, model, position, family, "airflowM3h", "capFactor", "ratedCapacityKgH", "fanKw", "regenKw", "tMin", "tMax",
      "lengthMm", "widthMm", "heightMm", "weightKg", "dimsStatus", maker, sheet, "sheetDate", source, points, "heatSource", "regenTempC", "regenAirflowM3h", price, currency
    from json_to_recordset(${JSON.stringify(models.map((model, position) => ({ ...model, position })))}::json)
    as row(model text, position int, family text, "airflowM3h" float8, "capFactor" float8, "ratedCapacityKgH" float8, "fanKw" float8, "regenKw" float8,
      "tMin" float8, "tMax" float8, "lengthMm" float8, "widthMm" float8, "heightMm" float8, "weightKg" float8, "dimsStatus" text, maker text, sheet text,
      "sheetDate" text, source text, points jsonb, "heatSource" text, "regenTempC" float8, "regenAirflowM3h" float8, price float8, currency text)`.execute(
    trx,
  )
}
