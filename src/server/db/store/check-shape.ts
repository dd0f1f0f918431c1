import fs from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readControl } from './control-file.ts'
import type { Finding } from './damage.ts'
import {
  dataFiles,
  ifThere,
  type Ledger,
  positionOf,
  readLedger,
  readLogEnd,
  readReplay,
  readShrunk,
  sumOf,
} from './ledger.ts'
import { pageBytes } from './page-checksum.ts'

export type Shape = {
  findings: Finding[]
  /** Shut down cleanly: no log is replayed, and the pages can be read before the engine starts. */
  closed: boolean
  /** Does our record of the files describe their present state? */
  known: boolean
  /** Files that have become shorter since the record was written: their length is not known. */
  shrunk: ReadonlySet<string>
  /** The log reaches at least to this position; null = unknown. */
  logReaches: bigint | null
}

/** Without any of these files no engine can start. */
const needed = [
  'PG_VERSION',
  'global',
  'base',
  'base/1',
  'pg_wal',
  'pg_xact',
  'pg_multixact/offsets',
  'pg_multixact/members',
  'pg_logical',
]
/** Free space and visibility maps are left out: the engine rebuilds a broken one. */
const hasPages = /^(base\/\d+|global)\/\d+(_init)?(\.\d+)?$/
export const isPaged = (path: string): boolean => hasPages.test(path)

const size = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`

function compareSizes(
  ledger: Ledger,
  present: ReadonlyMap<string, number>,
  exact: boolean,
  shrunk: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = []
  for (const [file, bytes] of Object.entries(ledger.sizes)) {
    if (shrunk.has(file)) continue
    const now = present.get(file)
    if (now === undefined) findings.push({ file, problem: 'missing' })
    else if (now < bytes) findings.push({ file, problem: `cut off, ${size(now)} of ${size(bytes)}` })
    else if (exact && now > bytes) findings.push({ file, problem: `too long, ${size(now)} instead of ${size(bytes)}` })
  }
  return findings
}

/** Check that the newest part of the log that was reported as synced still exists unchanged. */
function checkLogEnd(folder: string): { findings: Finding[]; reaches: bigint | null } {
  const end = readLogEnd(folder)
  if (!end) return { findings: [], reaches: null }
  const file = `pg_wal/${end.segment}`
  const content = ifThere(() => fs.readFileSync(join(folder, file)))
  if (!content) return { findings: [{ file, problem: 'missing, the end of the log' }], reaches: null }
  const part = content.subarray(end.offset, end.offset + end.length)
  const whole = part.length === end.length && crc32(part) === end.sum
  return {
    findings: whole ? [] : [{ file, problem: 'the end of the log is not what was written' }],
    reaches: positionOf(end.segment, end.offset),
  }
}

/** A replay that ended before the synced position has lost everything after its end. */
export const replayEndedEarly: Finding = { file: 'pg_wal', problem: 'the log could not be replayed to its end' }

/**
 * Check an embedded database without reading all of it: the control file is valid, every recorded file exists with its
 * recorded length, and the log reaches its recorded end. Reads a few hundred entries, about 20 ms.
 */
export function checkShape(folder: string): Shape {
  const findings: Finding[] = needed
    .filter((file) => !fs.existsSync(join(folder, file)))
    .map((file) => ({ file, problem: 'missing' }))
  const control = readControl(folder)
  if (!control) {
    const unreadable = { file: 'global/pg_control', problem: 'unreadable' }
    return { findings: [...findings, unreadable], closed: false, known: false, shrunk: new Set(), logReaches: null }
  }
  const { closed, checkpoint } = control
  const ledger = readLedger(folder)
  const known = ledger !== null && ledger.checkpoint === String(checkpoint)
  const present = dataFiles(folder)
  const exact = known && closed && Object.keys(ledger.sums).length > 0
  const shrunk: ReadonlySet<string> = known ? readShrunk(folder, ledger.generation) : new Set()
  if (known) findings.push(...compareSizes(ledger, present, exact, shrunk))
  for (const [file, bytes] of closed ? present : []) {
    if (isPaged(file) && bytes % pageBytes !== 0) findings.push({ file, problem: 'cut off in the middle of a page' })
  }
  for (const [file, sum] of Object.entries(exact ? ledger.sums : {})) {
    if (present.has(file) && sumOf(join(folder, file)) !== sum) findings.push({ file, problem: 'not what was written' })
  }
  const end = known ? checkLogEnd(folder) : { findings: [], reaches: null }
  const replay = readReplay(folder)
  if (closed && replay !== null && checkpoint < replay) findings.push(replayEndedEarly)
  return {
    findings: [...findings, ...end.findings],
    closed,
    known,
    shrunk,
    logReaches: end.reaches === null || (replay !== null && replay > end.reaches) ? replay : end.reaches,
  }
}
