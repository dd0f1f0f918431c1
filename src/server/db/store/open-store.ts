import { type EmbeddedEngine, EngineStartError, startEmbedded } from '#server/db/embedded.ts'
import { makeFolder } from '#server/folders.ts'
import { checkShape, replayEndedEarly, type Shape } from './check-shape.ts'
import { readControl } from './control-file.ts'
import { DamagedDatabaseError, type Finding, type ShortFinding } from './damage.ts'
import { forgetReplay, noteReplay } from './ledger.ts'
import { isNew } from './new-folder.ts'
import { type PageWatch, watchPages } from './watch-pages.ts'

/** Return the reason why an engine did not start, with the findings in its files. */
async function startFailure(folder: string, error: unknown, watch: PageWatch | null): Promise<unknown> {
  if (!(error instanceof EngineStartError)) return error
  const found = (await watch?.first.catch(() => [])) ?? []
  return new DamagedDatabaseError(folder, found.length > 0 ? found : [{ file: '.', problem: error.message }])
}

/**
 * Filter the files that the engine finds shorter than at its last page count. The engine extends a table by empty
 * pages, and counts them, before it logs anything about them: a loss of power may remove them without loss of data. If
 * the ledger knows the length of a file, the ledger decides; the engine's count applies only to files of unknown
 * length. A deleted file always counts.
 */
const countedShort = (found: readonly ShortFinding[], shape: Shape | null): Finding[] =>
  found
    .filter(({ file, partial }) => !partial || !shape?.known || shape.shrunk.has(file))
    .map(({ file, problem }) => ({ file, problem }))

/**
 * Open the embedded engine on a folder after checking its files: no missing or truncated file, no broken page, no log
 * that ends too early. After a clean shutdown the pages are read while the engine starts, otherwise after the replay.
 * @throws DamagedDatabaseError with the findings, UnusableDatabaseError if the disk refuses a write
 */
export async function openStore(folder: string, template: string | null): Promise<EmbeddedEngine> {
  makeFolder(folder)
  const shape = isNew(folder) ? null : checkShape(folder)
  if (shape && shape.findings.length > 0) throw new DamagedDatabaseError(folder, shape.findings)
  const replayed = shape && !shape.closed ? shape.logReaches : null
  if (replayed !== null) noteReplay(folder, replayed)
  let watch = shape?.closed ? watchPages(folder) : null
  const engine = startEmbedded({ directory: folder, template })
  const findings: Finding[] = []
  try {
    findings.push(...countedShort(await engine.ready, shape))
    if (replayed !== null && (readControl(folder)?.checkpoint ?? 0n) < replayed) findings.push(replayEndedEarly)
    else forgetReplay(folder)
    watch ??= shape && watchPages(folder)
    findings.push(...((await watch?.first) ?? []))
  } catch (error) {
    const failure = await startFailure(folder, error, watch)
    await watch?.stop()
    throw failure
  }
  if (findings.length > 0) {
    await watch?.stop()
    // No clean shutdown: it would write into damaged files.
    engine.abandon()
    await engine.close()
    throw new DamagedDatabaseError(folder, findings)
  }
  watch?.onDamage(engine.fail)
  engine.onFailure(() => void watch?.stop())
  return { ...engine, close: () => Promise.all([engine.close(), watch?.stop()]).then(() => undefined) }
}
