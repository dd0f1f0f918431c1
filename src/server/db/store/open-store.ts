import { type EmbeddedEngine, EngineStartError, startEmbedded } from '#server/db/embedded.ts'
import { makeFolder } from '#server/folders.ts'
import { checkShape, replayEndedEarly, type Shape } from './check-shape.ts'
import { readControl } from './control-file.ts'
import { DamagedDatabaseError, type Finding, type ShortFinding } from './damage.ts'
import { forgetReplay, noteReplay } from './ledger.ts'
import { isNew } from './new-folder.ts'
import { type PageWatch, watchPages } from './watch-pages.ts'

/** Why an engine did not begin, with whatever its files tell of it. */
async function startFailure(folder: string, error: unknown, watch: PageWatch | null): Promise<unknown> {
  if (!(error instanceof EngineStartError)) return error
  const found = (await watch?.first.catch(() => [])) ?? []
  return new DamagedDatabaseError(folder, found.length > 0 ? found : [{ file: '.', problem: error.message }])
}

/**
 * What counts of the files that the engine finds shorter than it counted them. It extends a table by empty pages before it logs anything
 * about them and counts them too: a loss of power may take them, and nothing was in them. Where the lengths of the files were written
 * down, those tell; its count speaks only for files whose length is not known. A file that is gone always counts.
 */
const countedShort = (found: readonly ShortFinding[], shape: Shape | null): Finding[] =>
  found
    .filter(({ file, partial }) => !partial || !shape?.known || shape.shrunk.has(file))
    .map(({ file, problem }) => ({ file, problem }))

/**
 * The embedded engine on a folder, once its files have been looked at: a missing or shortened file, a broken page, a log that
 * ends too early. A folder that was closed in order is read beside the start of the engine, any other one after the replay.
 * @throws DamagedDatabaseError with what is wrong, UnusableDatabaseError when the disk does not take what has to be written
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
    // Not closed in order: that would write into what is damaged.
    engine.abandon()
    await engine.close()
    throw new DamagedDatabaseError(folder, findings)
  }
  watch?.onDamage(engine.fail)
  engine.onFailure(() => void watch?.stop())
  return { ...engine, close: () => Promise.all([engine.close(), watch?.stop()]).then(() => undefined) }
}
