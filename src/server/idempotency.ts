import { isFileParts } from './rest/send-file.ts'
import type { RequestHead, Viewer } from './viewer.ts'

/** How long a caller may ask again for the result of a change, and the number of results that are kept. */
const keptMs = 10 * 60_000
const mostKept = 500

type Result = { ok: boolean; data?: unknown }
type Kept = { result: Promise<Result>; at: number }

const kept = new Map<string, Kept>()
/** Requests whose key is taken: a batch may contain the same call twice, and means both. */
const taken = new WeakSet<RequestHead>()

function forgetOld(now: number): void {
  for (const [name, { at }] of kept) {
    if (kept.size <= mostKept && now - at < keptMs) return
    kept.delete(name)
  }
}

/**
 * Run a change once for all requests of a viewer with the same key: a browser that got no response cannot know whether
 * the change was made, and sends it again. The second request then gets the result of the first, which may still be
 * running. A change that failed runs again. Results are kept in this process only.
 */
export async function onlyOnce<R extends Result>(
  { viewer, request }: { viewer: Viewer | null; request: RequestHead },
  path: string,
  run: () => Promise<R>,
): Promise<R> {
  if (!request.callKey || !viewer?.userId || taken.has(request)) return run()
  taken.add(request)
  const now = performance.now()
  forgetOld(now)
  const name = `${viewer.userId} ${path} ${request.callKey}`
  const known = kept.get(name)
  // The same path has the same type of result.
  if (known) return known.result as Promise<R>
  const result = run()
  kept.set(name, { result, at: now })
  const forget = () => kept.delete(name)
  result.then((ended) => {
    if (!ended.ok || isFileParts(ended.data)) forget()
  }, forget)
  return result
}
