import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import { reviewPull } from '#server/features/alerts/review-pull.ts'
import { runFeed } from '#server/features/feeds/run-feed.ts'
import { ownerViewer } from '#server/features/schedules/owner.ts'
import { baseManagers } from '#server/permissions-reach.ts'
import { openSecrets, sealSecrets } from '#server/services/messages/channel-secrets.ts'
import type { Services } from '#server/services/services.ts'
import { terminalViewer } from '#server/session.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { FeedRequest } from '#shared/feed.ts'
import type { PullState } from '#shared/feed-sources.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { FetchFailed, fetchSource } from './fetch.ts'
import { onceAlthoughPaused, type StoredSource } from './records.ts'

export type Pulling = {
  db: Kysely<Database>
  config: Config
  services: Services
  clock: () => Date
  random?: () => number
  /** Aborted when another process may fetch the sources: nothing is applied any more. */
  lost?: AbortSignal
}
type Problem = Record<Language, string>
type Outcome = {
  state: PullState
  problem: Problem | null
  batchId: number | null
  marks: Pick<StoredSource, 'etag' | 'modified' | 'content_hash'> | null
}

const minuteMs = 60_000
/**
 * Random shift of the next fetch, as a share of the interval, so that sources are not all fetched at the same moment.
 */
const jitterShare = 0.1

/**
 * Return the context of the user who set up the source, with the user's present rights, or of the operator. @throws
 * FetchFailed when the user may no longer apply feeds
 */
async function contextOf({ db, config, services, clock }: Pulling, source: StoredSource): Promise<SignedInContext> {
  const isOperator = source.user_id === null || source.work_company_id === null
  const viewer = isOperator
    ? await terminalViewer(db, services.places)
    : await ownerViewer(db, source.user_id ?? 0, source.work_company_id ?? 0)
  const reach = viewer && baseManagers[viewer.role]
  if (!viewer || !reach) throw new FetchFailed('feedSources.problem.owner')
  await services.places.refresh()
  const scope = await services.places.scopeOf(viewer, reach)
  const request: Context['request'] = {
    id: randomUUID(),
    address: 'pull',
    agent: 'coldfleet pull',
    language: 'zh',
    token: null,
  }
  return { db, readDb: db, config, services, viewer, refusal: null, clock, request, reach, scope }
}

/** Return why nothing was applied. A feed that needs a confirmation is a question, not a failure. */
function outcomeOf(error: unknown): Outcome {
  const nothing = { batchId: null, marks: null }
  if (error instanceof FetchFailed) {
    const problem = { zh: word('zh', error.word, error.values), en: word('en', error.word, error.values) }
    return { state: 'failed', problem, ...nothing }
  }
  const said = { zh: describeError(error, 'zh'), en: describeError(error, 'en') }
  const isQuestion = said.zh.appCode === 'FEED_UNCONFIRMED'
  const ask = (language: Language) => (isQuestion ? `${word(language, 'feedSources.problem.question')} ` : '')
  return {
    state: isQuestion ? 'question' : 'failed',
    problem: { zh: ask('zh') + said.zh.message, en: ask('en') + said.en.message },
    ...nothing,
  }
}

async function pull(pulling: Pulling, source: StoredSource): Promise<Outcome> {
  try {
    const ctx = await contextOf(pulling, source)
    const fetched = await fetchSource(pulling, source)
    pulling.lost?.throwIfAborted()
    if (fetched.unchanged) return { state: 'unchanged', problem: null, batchId: null, marks: null }
    const request = FeedRequest.parse(source.company_id === null ? {} : { companyId: source.company_id })
    const { batchId } = await runFeed(ctx, request, {
      path: 'feedSources.pull',
      source: { kind: 'pull', fileName: null, bytes: fetched.bytes },
    })
    return {
      state: 'applied',
      problem: null,
      batchId,
      marks: { etag: fetched.etag, modified: fetched.modified, content_hash: fetched.hash },
    }
  } catch (error) {
    // The other process tells the outcome.
    pulling.lost?.throwIfAborted()
    return outcomeOf(error)
  }
}

async function basesOf(db: Kysely<Database>, { company_id }: StoredSource): Promise<number[]> {
  if (company_id !== null) return [company_id]
  const { rows } = await sql<{
    id: number
  }>`select id from company where kind = 'base' and tenant_id = id and deleted_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Fetch a source and apply a changed file, open or end the event of a failure, and set the time of the next fetch. */
export async function pullSource(pulling: Pulling, source: StoredSource): Promise<PullState> {
  const { db, config, clock, random = Math.random } = pulling
  const { state, problem, batchId, marks } = await pull(pulling, source)
  const now = clock()
  await reviewPull({ db, timeZone: config.timeZone }, await basesOf(db, source), problem, now)
  const pause = source.every_minutes * minuteMs * (1 + jitterShare * (2 * random() - 1))
  // If the source was changed meanwhile, its time and marks stay, so that it is fetched at once.
  await sql`update feed_source set last_pull = ${now}, last_state = ${state}, problem = ${problem && JSON.stringify(problem)}::jsonb,
      batch_id = coalesce(${batchId}::int, batch_id), next_pull = case when row_version = ${source.row_version} then ${new Date(now.getTime() + pause)} else next_pull end,
      etag = case when ${marks !== null} and row_version = ${source.row_version} then ${marks?.etag ?? null} else etag end,
      modified = case when ${marks !== null} and row_version = ${source.row_version} then ${marks?.modified ?? null} else modified end,
      content_hash = case when ${marks !== null} and row_version = ${source.row_version} then ${marks?.content_hash ?? null} else content_hash end
    where id = ${source.id}`.execute(db)
  return state
}

/**
 * Update the row of DEVICE_FEED_URL to the settings. Another address is fetched at once, and in full: the marks belong
 * to the former one. The address is stored for this comparison only.
 */
export async function keepOperatorSource(
  { db, config, services }: Pick<Pulling, 'db' | 'config' | 'services'>,
  now: Date,
): Promise<void> {
  const { deviceFeedUrl, deviceFeedMinutes } = config
  if (deviceFeedUrl === null || deviceFeedMinutes === null)
    return void (await sql`delete from feed_source where company_id is null`.execute(db))
  const { host, protocol } = new URL(deviceFeedUrl)
  const shown = host === '' ? protocol : host
  const sealed = sealSecrets(services.keys, { address: deviceFeedUrl, secret: null, former: null })
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ host: string; sealed: Buffer | null }>`
      insert into feed_source (company_id, host, every_minutes, next_pull, sealed)
      values (null, ${shown}, ${deviceFeedMinutes}, ${now}, ${sealed})
      on conflict (coalesce(company_id, 0)) do update set every_minutes = excluded.every_minutes
      returning host, sealed`.execute(trx)
    const [kept] = rows
    // A row of an older version has no address; the same host is taken for the same address.
    const isSame =
      kept?.host === shown &&
      (kept.sealed === null || openSecrets(services.keys, kept.sealed)?.address === deviceFeedUrl)
    // The row version keeps a fetch of the former address that is still running from storing its marks.
    if (isSame)
      await sql`update feed_source set sealed = ${sealed} where company_id is null and sealed is null`.execute(trx)
    else
      await sql`update feed_source set host = ${shown}, sealed = ${sealed}, next_pull = ${now}, etag = null, modified = null,
        content_hash = null, row_version = row_version + 1 where company_id is null`.execute(trx)
  })
}

/** Return the sources that are due, longest waiting first. */
export async function dueSources(db: Kysely<Database>, now: Date): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`select * from feed_source where next_pull <= ${now}
      and (state = 'on' or next_pull = ${onceAlthoughPaused}) order by next_pull, id limit 20`.execute(db)
  return rows
}
