export type FeedLine = { serial: string; active: boolean; hashRate: number | null }
/** A connection that may hold a transaction; `pg` and the embedded pool's client both do. */
export type Connection = { query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }> }

const rowsAStage = 10_000

/** Return lines for every device: in its present state, except that one normal machine in 23 runs low today. */
export async function feedLines(connection: Connection): Promise<FeedLine[]> {
  const { rows } = await connection.query<{ serial: string; type: string; state: string }>(
    'select serial, type::text, state::text from device order by id',
  )
  return rows.map(({ serial, type, state }, index) => {
    const target = type === 'T30' ? 30 : 20
    const low = state === 'low' || (state === 'normal' && index % 23 === 0)
    const hashRate =
      state === 'normal' || state === 'warn' || low
        ? Math.round((low ? 0.6 : 0.97) * target * 100 + (index % 90)) / 100
        : null
    return { serial, active: state === 'normal' || state === 'low', hashRate }
  })
}

export const feedText = (lines: readonly FeedLine[]): string =>
  `serial,activeWorkerState,hashRate\n${lines.map(({ serial, active, hashRate }) => `${serial},${active ? 'yes' : 'no'},${hashRate ?? ''}`).join('\n')}\n`

/**
 * Run the minimal set-based ingest of data.md B6 on the product's own tables and triggers: stage by unnest, write the
 * day by one join, update only changed rows. No validation, no events, no report. @returns milliseconds
 */
export async function ingestBarely(connection: Connection, lines: readonly FeedLine[], day: string): Promise<number> {
  await connection.query(`select device_daily_month('${day}'::date)`)
  const started = performance.now()
  await connection.query('begin')
  await connection.query('create temp table stage (serial text, active boolean, hash real) on commit drop')
  for (let from = 0; from < lines.length; from += rowsAStage) {
    const chunk = lines.slice(from, from + rowsAStage)
    const columns = [
      chunk.map((line) => line.serial),
      chunk.map((line) => line.active),
      chunk.map((line) => line.hashRate),
    ]
    await connection.query('insert into stage select * from unnest($1::text[], $2::boolean[], $3::real[])', columns)
  }
  await connection.query('analyze stage')
  const next = `case when device.state > 'offline' then device.state when stage.hash is null then 'offline' when not stage.active then 'warn'
    when stage.hash >= 0.85 * case device.type when 'T30' then 30 else 20 end then 'normal' else 'low' end::device_state`
  await connection.query(`insert into device_daily (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
    select '${day}'::date, id, company_id, client_id, account_id, site_id, type, ${next}, hash is not null, true, hash, case type when 'T30' then 30 else 20 end,
      coalesce(hash >= 0.85 * case type when 'T30' then 30 else 20 end, false)
    from stage join device using (serial) order by client_id, id`)
  await connection.query(`update device set state = ${next}, active_worker_state = stage.active, update_time = now() from stage
    where device.serial = stage.serial and device.state is distinct from ${next}`)
  await connection.query('commit')
  return performance.now() - started
}
