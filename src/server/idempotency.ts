import { createHash, type Hash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { breathe } from './giving-way.ts'
import type { Result } from './services/call-keys.ts'
import type { Services } from './services/services.ts'
import type { RequestHead, Viewer } from './viewer.ts'

/** Visible ASCII, as an HTTP field can carry it. Source of the length: the keys of Stripe. */
export const keyPattern = /^[\x21-\x7e]{1,255}$/

/** Requests whose key is taken: a batch may contain the same call twice, and means both. */
const taken = new WeakSet<RequestHead>()

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

/**
 * Run a change once for all requests of a user with the same key: a caller that got no response cannot know whether the
 * change was made, and sends it again. The second request then gets the result of the first, which may still be
 * running. A change that failed runs again.
 * @param inputOf returns the input of the call, as it was sent
 * @throws AppError VALIDATION for a key that is none, KEY_REUSED for a key that another change has, or KEY_RUNNING
 */
export async function onlyOnce<R extends Result>(
  { viewer, request, services }: { viewer: Viewer | null; request: RequestHead; services: Pick<Services, 'callKeys'> },
  path: string,
  inputOf: () => Promise<unknown>,
  run: () => Promise<R>,
): Promise<R> {
  const { callKey } = request
  if (callKey === undefined || !viewer || taken.has(request)) return run()
  taken.add(request)
  if (!keyPattern.test(callKey)) throw new AppError('VALIDATION', { field: 'Idempotency-Key', problem: 'problem.key' })
  const content = await contentOf(viewer, path, await inputOf())
  return services.callKeys.once({ name: `${viewer.userId ?? viewer.actor} ${callKey}`, content }, run)
}
