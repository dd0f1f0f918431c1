import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { useDatabase } from './database.ts'
import { buildDevice, buildHeadquarters } from './factories.ts'
import { type RestServer, startRest } from './rest-server.ts'

/** Provide the REST API, and one thing of each kind in its paths. */
export function useRestContract() {
  const database = useDatabase({ emptied: 'file' })
  const made = { deviceId: 0, siteId: 0, clientId: 0, accountId: 0, things: {} } as {
    server: RestServer
    deviceId: number
    siteId: number
    clientId: number
    accountId: number
    things: Record<string, number>
  }

  /** The query of a path, in addition to its parameters. */
  const queries: Record<string, string> = {}

  beforeAll(async () => {
    await buildHeadquarters(database.db)
    const device = await buildDevice(database.db, {})
    made.deviceId = device.id
    made.siteId = device.site_id ?? 0
    made.clientId = device.client_id ?? 0
    made.accountId = device.account_id ?? 0
    made.server = await startRest(database.db)
    const session = await database.db
      .insertInto('class_session')
      .values({
        company_id: device.company_id,
        site_id: null,
        user_id: null,
        name: '甲',
        type: '录播',
        start_at: new Date(),
        end_at: new Date(),
        ...noTexts,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const testee = await database.db
      .insertInto('testee')
      .values({
        company_id: device.company_id,
        site_id: null,
        name: '甲',
        sex: null,
        phone: null,
        birthday: null,
        town_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const trace = await database.db
      .insertInto('trace')
      .values({
        company_id: device.company_id,
        device_id: null,
        testee_id: testee.id,
        user_id: null,
        measure_time: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('report')
      .values({
        company_id: device.company_id,
        site_id: null,
        report_number: 'JC1',
        check_code: 'AAAAAA',
        user_id: null,
        testee_id: testee.id,
      })
      .execute()
    const alert = await sql<{
      id: number
    }>`insert into alert(company_id, kind, severity, opened_at, last_seen_at, count_now, count_worst, count_of)
    values (${device.company_id}, 'site.outage', 'critical', now(), now(), 3, 5, 9) returning id`.execute(database.db)
    made.things = { alert: alert.rows[0]?.id ?? 0, classes: session.id, testee: testee.id, trace: trace.id }
    values.testeeId = String(testee.id)
    queries['/trace/townTrace'] = '?townId=1'
    const stocktake = (await (
      await ask('POST', '/stocktake/save', { Authorization: 'cat terminal' }, { siteId: made.siteId, serials: 'S-1' })
    ).json()) as {
      data: { id: number }
    }
    made.things.stocktake = stocktake.data.id
    queries['/stocktake/find'] = `?siteId=${made.siteId}`
    const saved = (await (
      await ask('POST', '/project/save', { Authorization: 'cat terminal' }, { name: '甲' })
    ).json()) as { data: { id: number } }
    queries['/project/get/getProject'] = `?id=${saved.data.id}`
  })
  afterAll(() => made.server.close())

  const terminal = { Authorization: 'cat terminal' }
  const noTexts = { video_file_name: null, meet_info: null, speech_text: null, guidance: null, share_key: null }
  /** Ids by the first part of a path. */

  const values: Record<string, string> = {
    companyId: '1',
    userId: '1',
    indicator: 'state',
    x: '1',
    line: 'online_rate',
    bar: 'province',
    ranking: 'online_rate',
    kind: 'device',
  }
  /** Return the id for the kind of thing in a path. */
  const idOf = (path: string) =>
    made.things[path.split('/')[1] ?? ''] ??
    (path.startsWith('/site/') || path.startsWith('/account/getUnassigned')
      ? made.siteId
      : path.startsWith('/client/')
        ? made.clientId
        : path.startsWith('/account/')
          ? made.accountId
          : made.deviceId)
  const pathOf = (path: string) =>
    (queries[path] === undefined ? path : path + queries[path]).replace(
      /:(\w+)/g,
      (_, name: string) => values[name] ?? String(idOf(path)),
    )
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body: unknown = {}) =>
    fetch(made.server.address + path, { method, headers, ...(method !== 'GET' ? { body: JSON.stringify(body) } : {}) })
  return { ask, pathOf, terminal, made }
}
