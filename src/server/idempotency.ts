import { createHash, type Hash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { breathe } from './giving-way.ts'
import { isFileParts } from './rest/send-file.ts'
import type { RequestHead, Viewer } from './viewer.ts'

/** How long a caller may ask again for the result of a change, and the number of results that are kept. */
const keptMs = 10 * 60_000
const mostKept = 500
/** Visible ASCII, as an HTTP field can carry it. Source of the length: the keys of Stripe. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

type Result = { ok: boolean; data?: unknown }
/** `content`: the hash of what the call does. */
type Kept = { content: string; result: Promise<Result>; at: number }

const kept = new Map<string, Kept>()
/** Requests whose key is taken: a batch may contain the same call twice, and means both. */
const taken = new WeakSet<RequestHead>()

function forgetOld(now: number): void {
  for (const [name, { at }] of kept) {
    if (kept.size <= mostKept && now - at < keptMs) return
    kept.delete(name)
  }
}

const pieceBytes = 1024 * 1024
const rowsAtOnce = 500

/** Hash a file or a long list in steps, between which other requests get their turn. */
async function addField(hash: Hash, value: unknown): Promise<void> {
  if (value instanceof Uint8Array) {
    for (let at = 0; at < value.length; at += pieceBytes) {
      hash.update(value.subarray(at, at + pieceBytes))
      await breathe()
    }
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += rowsAtOnce) {
      hash.update(JSON.stringify(value.slice(at, at + rowsAtOnce)))
      await breathe()
    }
  } else hash.update(JSON.stringify(value) ?? '')
}

/** Return a hash of everything that decides what a call does, besides its caller. */
async function contentOf({ companyId }: Viewer, path: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(`${companyId} ${path}\n`)
  if (typeof input !== 'object' || input === null) await addField(hash, input)
  else
    for (const [name, value] of Object.entries(input)) {
      hash.update(`\n${JSON.stringify(name)}:`)
      await addField(hash, value)
    }
  return hash.digest('base64')
}

/** A file is read once, by the request that it belongs to. @throws AppError KEY_RUNNING for another request */
async function shared<R extends Result>(running: Promise<R>): Promise<R> {
  const result = await running
  if (isFileParts(result.data)) throw new AppError('KEY_RUNNING')
  return result
}

/**
 * Run a change once for all requests of a user with the same key: a caller that got no response cannot know whether the
 * change was made, and sends it again. The second request then gets the result of the first, which may still be
 * running. A change that failed runs again. Results are kept in this process only.
 * @param inputOf returns the input of the call, as it was sent
 * @throws AppError VALIDATION for a key that is none, KEY_REUSED for a key that another change has, or KEY_RUNNING
 */
export async function onlyOnce<R extends Result>(
  { viewer, request }: { viewer: Viewer | null; request: RequestHead },
  path: string,
  inputOf: () => Promise<unknown>,
  run: () => Promise<R>,
): Promise<R> {
  const { callKey } = request
  if (callKey === undefined || !viewer || taken.has(request)) return run()
  taken.add(request)
  if (!keyPattern.test(callKey)) throw new AppError('VALIDATION', { field: 'Idempotency-Key', problem: 'problem.key' })
  const content = await contentOf(viewer, path, await inputOf())
  const now = performance.now()
  forgetOld(now)
  const name = `${viewer.userId ?? viewer.actor} ${callKey}`
  const known = kept.get(name)
  if (known && known.content !== content) throw new AppError('KEY_REUSED')
  // The same path has the same type of result.
  if (known) return shared(known.result as Promise<R>)
  const result = run()
  kept.set(name, { content, result, at: now })
  const forget = () => kept.delete(name)
  result.then((ended) => {
    if (!ended.ok || isFileParts(ended.data)) forget()
  }, forget)
  return result
}
