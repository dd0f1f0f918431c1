import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tooLarge } from '#server/bodies/too-large.ts'
import { isDemonstration, simulatedFeed } from '#server/demo/simulated-feed.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { type FeedRequest, maxFeedBytes } from '#shared/feed.ts'
import type { FeedCaller, FeedParts } from './feed-call.ts'
import { unreadable } from './unreadable-feed.ts'

const timeoutSeconds = 30

/** The source of a feed: the bytes of a file, or rows. The batch stores `kind`. */
export type FeedSource = { kind: 'file' | 'rows' | 'configured' | 'pull' | 'simulation'; fileName: string | null } & (
  | { bytes: Uint8Array }
  | { rows: readonly Record<string, unknown>[] }
)

/** Collect a stream, and stop as soon as it is too long. */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxFeedBytes) throw tooLarge(maxFeedBytes)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/**
 * Request an address from the settings. It may be in any network, and redirects are followed: the operator chose it.
 */
async function ask(address: URL, given: Readonly<Record<string, string>>): Promise<Response> {
  const headers = new Headers(given)
  // `fetch` refuses URLs that contain credentials.
  if (address.username !== '') {
    const credentials = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
  const plain = new URL(address)
  plain.username = ''
  plain.password = ''
  return fetch(plain, { headers, signal: AbortSignal.timeout(timeoutSeconds * 1_000) })
}

/**
 * Fetch the address from the settings, with the response's status and headers; for a file these are 200 and none.
 * @throws AppError TOO_LARGE, or a system error
 */
export async function fetchConfigured(
  address: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: Readonly<Record<string, string | undefined>>; body: Buffer }> {
  if (address.protocol === 'file:') return { status: 200, headers: {}, body: Buffer.from(await readFeedFile(address)) }
  const answer = await ask(address, headers)
  const body = answer.body && answer.ok ? Buffer.from(await collect(answer.body)) : Buffer.alloc(0)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
}

async function fetchFeed(address: URL): Promise<Uint8Array> {
  try {
    const answer = await ask(address, { accept: 'text/csv, application/json, application/x-ndjson, */*;q=0.5' })
    if (!answer.ok) throw unreadable('feed.problem.sourceAnswered', { status: answer.status })
    return answer.body ? await collect(answer.body) : new Uint8Array()
  } catch (error) {
    if (error instanceof AppError) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw late
      ? unreadable('feed.problem.sourceTimeout', { seconds: timeoutSeconds }, error)
      : unreadable('feed.problem.sourceUnreachable', {}, error)
  }
}

async function readFeedFile(address: URL): Promise<Uint8Array> {
  try {
    const file = await open(fileURLToPath(address))
    try {
      return await collect(file.createReadStream({ autoClose: false }))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unreadable('feed.problem.sourceUnreachable', {}, error)
  }
}

/** Return the source for a request without a file or rows; null = none. */
export async function configuredFeed({
  db,
  config,
}: Pick<FeedParts, 'db' | 'config'>): Promise<'configured' | 'simulation' | null> {
  if (config.deviceFeedUrl !== null) return 'configured'
  return (await isDemonstration(db)) ? 'simulation' : null
}

/**
 * Open the source of a feed: the request's file or rows, otherwise DEVICE_FEED_URL, otherwise the simulated feed of the
 * demonstration.
 * @throws AppError FEED_NO_SOURCE without any, FEED_EMPTY for an empty file, FEED_UNREADABLE for a source that does not
 * answer, TOO_LARGE
 */
export async function openSource(parts: FeedParts, caller: FeedCaller, request: FeedRequest): Promise<FeedSource> {
  if (request.content !== undefined) {
    const bytes = typeof request.content === 'string' ? Buffer.from(request.content, 'base64') : request.content
    if (bytes.length > maxFeedBytes) throw tooLarge(maxFeedBytes)
    return { kind: 'file', fileName: request.fileName ?? null, bytes }
  }
  // An empty file arrives without content. It must not be confused with a request for the configured feed.
  if (request.fileName !== undefined) throw new AppError('FEED_EMPTY')
  if (request.devices !== undefined) return { kind: 'rows', fileName: null, rows: request.devices }
  if (parts.config.deviceFeedUrl !== null) {
    const address = new URL(parts.config.deviceFeedUrl)
    const bytes = address.protocol === 'file:' ? await readFeedFile(address) : await fetchFeed(address)
    return { kind: 'configured', fileName: null, bytes }
  }
  if (!(await isDemonstration(parts.db))) throw new AppError('FEED_NO_SOURCE')
  const now = parts.clock()
  const day = request.businessDate ?? businessDay(now, parts.config.timeZone)
  return { kind: 'simulation', fileName: null, rows: await simulatedFeed(parts.db, caller.territory, day, now) }
}
