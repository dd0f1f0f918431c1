import { breathe } from '#server/giving-way.ts'
import { serialKey } from '#shared/devices.ts'
import { isMangledSerial } from '#shared/mangled-serial.ts'
import type { RefusedLine } from './parse-line.ts'
import { batchLines } from './raw-line.ts'
import type { Fleet } from './read-fleet.ts'

/** Serials that a spreadsheet has made the same are no duplicates of one machine. */
function asMangled(line: RefusedLine, fleet: Fleet): RefusedLine {
  const { serial, reason } = line
  const repeats = reason === 'serialDuplicate' || reason === 'serialOtherCase'
  const mangled = repeats && serial !== null && isMangledSerial(serial) && !fleet.has(serialKey(serial))
  return mangled ? { ...line, reason: 'serialMangled', values: { value: serial } } : line
}

/** Lines that could not be read, and their serials as keys, in turns with others: there may be as many as a file has. */
export async function unreadableLines(lines: readonly RefusedLine[], fleet: Fleet): Promise<{ refused: RefusedLine[]; refusedSerials: Set<string> }> {
  const refused: RefusedLine[] = []
  const refusedSerials = new Set<string>()
  for (const line of lines) {
    if (refused.length % batchLines === batchLines - 1) await breathe()
    refused.push(asMangled(line, fleet))
    if (line.serial !== null) refusedSerials.add(serialKey(line.serial))
  }
  return { refused, refusedSerials }
}
