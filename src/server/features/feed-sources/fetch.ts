import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { fetchConfigured } from '#server/features/feeds/open-source.ts'
import { openSecrets } from '#server/services/messages/channel-secrets.ts'
import { NoAnswer } from '#server/services/outbound/safe-request.ts'
import type { Services } from '#server/services/services.ts'
import { maxFeedBytes } from '#shared/feed.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { StoredSource } from './records.ts'

/** The response of an address: unchanged, or a file with its ETag and date. */
export type Fetched =
  | { unchanged: true }
  | { unchanged: false; bytes: Buffer; etag: string | null; modified: string | null; hash: string }

/** The reason of a failed fetch, as a message for users. */
export class FetchFailed extends Error {
  readonly word: Word
  readonly values: Record<string, string | number>
  constructor(word: Word, values: Record<string, string | number> = {}) {
    super(word)
    this.name = 'FetchFailed'
    this.word = word
    this.values = values
  }
}

const notModified = 304
const ok = 200
const megabyte = 1024 * 1024
const oneOf = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

const wordOf: Record<NoAnswer['reason'], Word> = {
  address: 'feedSources.problem.network',
  timeout: 'feedSources.problem.timeout',
  certificate: 'feedSources.problem.certificate',
  connection: 'feedSources.problem.connection',
  size: 'feedSources.problem.size',
}

async function ask(
  { services, config }: { services: Pick<Services, 'feedGet' | 'keys'>; config: Pick<Config, 'deviceFeedUrl'> },
  source: StoredSource,
) {
  const headers = {
    accept: 'text/csv, application/json, application/x-ndjson, */*;q=0.5',
    ...(source.etag === null ? {} : { 'if-none-match': source.etag }),
    ...(source.modified === null ? {} : { 'if-modified-since': source.modified }),
  }
  if (source.company_id === null) {
    if (config.deviceFeedUrl === null) throw new FetchFailed('feedSources.problem.address')
    // The operator's own address may be in any network, as for a feed by hand.
    return fetchConfigured(new URL(config.deviceFeedUrl), headers)
  }
  const address = source.sealed && openSecrets(services.keys, source.sealed)?.address
  if (!address) throw new FetchFailed('feedSources.problem.address')
  return services.feedGet(new URL(address), { headers })
}

/**
 * Fetch the file of a source, unless it was applied last time.
 * @throws FetchFailed, AppError of a configured address
 */
export async function fetchSource(parts: Parameters<typeof ask>[0], source: StoredSource): Promise<Fetched> {
  const answer = await ask(parts, source).catch((error: unknown) => {
    throw error instanceof NoAnswer ? new FetchFailed(wordOf[error.reason], { size: maxFeedBytes / megabyte }) : error
  })
  if (answer.status === notModified) return { unchanged: true }
  if (answer.status !== ok) throw new FetchFailed('feedSources.problem.status', { status: answer.status })
  const hash = createHash('sha256').update(answer.body).digest('hex')
  if (hash === source.content_hash) return { unchanged: true }
  return {
    unchanged: false,
    bytes: answer.body,
    etag: oneOf(answer.headers.etag),
    modified: oneOf(answer.headers['last-modified']),
    hash,
  }
}
