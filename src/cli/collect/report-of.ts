import type { MinerAnswers } from './cgminer.ts'

/** A line of the live endpoint. Hash rate in TH/s, power in W. */
export type CollectedReport = {
  serial: string
  reportedAt: string
  hashRate: number
  ip: string
  mac?: string
  firmware?: string
  powerW?: number
  temperatureC?: number
  fanRpm?: number
}
export type SerialList = ReadonlyMap<string, string>
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Return the objects of a section of a response: `{"SUMMARY": [{…}]}`, in any letter case. */
function sectionOf(answer: unknown, name: string): Fields[] {
  if (!isFields(answer)) return []
  const found = Object.entries(answer).find(([key]) => key.toUpperCase() === name)?.[1]
  return (Array.isArray(found) ? found : [found]).filter(isFields)
}
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
const first = (fields: Fields, names: readonly string[]): unknown => {
  const keys = new Map(Object.keys(fields).map((key) => [key.toLowerCase(), key]))
  for (const name of names) {
    const key = keys.get(name)
    if (key !== undefined && fields[key] !== '' && fields[key] !== null) return fields[key]
  }
  return undefined
}

/** Units per TH/s, by the beginning of a rate's name. */
const units = { mhs: 1e6, ghs: 1e3, ths: 1 } as const
/** Prefer the mean of five minutes, as in the history; use the mean of the whole run, which hides a stop, last. */
const spans = ['5m', '1m', '5s', '15m', 'av'] as const

function hashRateOf(summary: Fields): number | null {
  for (const span of spans) {
    for (const [unit, size] of Object.entries(units)) {
      const rate = numberOf(first(summary, [`${unit} ${span}`, `${unit}_${span}`, `${unit}${span}`]))
      if (rate !== null && rate >= 0) return Math.round((rate / size) * 1_000) / 1_000
    }
  }
  return null
}

/** Return the highest value whose name matches; 0 means a missing sensor. */
function highest(sections: readonly Fields[], name: RegExp, most: number): number | null {
  let found: number | null = null
  for (const fields of sections) {
    for (const [key, value] of Object.entries(fields)) {
      const number = name.test(key) ? numberOf(value) : null
      if (number !== null && number > 0 && number <= most && (found === null || number > found)) found = number
    }
  }
  return found
}

const macPattern = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined

/**
 * Convert a machine's responses to a line of the live endpoint.
 * @param serials by address or MAC, for machines that do not report their serial
 * @returns 'noSerial' if the serial is unknown, null if the device is not a miner
 */
export function reportOf(
  ip: string,
  answers: MinerAnswers,
  serials: SerialList,
  at: Date,
): CollectedReport | 'noSerial' | null {
  const [summary] = sectionOf(answers.summary, 'SUMMARY')
  const hashRate = summary ? hashRateOf(summary) : null
  if (!summary || hashRate === null) return null
  const stats = sectionOf(answers.stats, 'STATS')
  const [version = {}] = sectionOf(answers.version, 'VERSION')
  const all = [version, summary, ...stats]
  const firstText = (names: readonly string[]) =>
    all.map((fields) => textOf(first(fields, names))).find((text) => text !== undefined)
  const mac = firstText(['mac', 'macaddr', 'mac address'])
  const serial =
    serials.get(ip) ??
    (mac === undefined ? undefined : serials.get(mac.toUpperCase())) ??
    firstText(['serial', 'serial number', 'serialno', 'serial_no', 'sn', 'dna'])
  if (serial === undefined) return 'noSerial'
  const firmware = firstText([
    'bosminer+',
    'bosminer',
    'luxminer',
    'bmminer',
    'fw ver',
    'firmware version',
    'miner',
    'cgminer',
  ])
  const [powerW, temperatureC, fanRpm] = [
    highest(all, /^(power|power_rt|wattage|chain_power|total_power)$/i, 20_000),
    highest(all, /^(temperature|temp(_?chip|_?pcb|_max)?[\d-]*(_\d+)?)$/i, 200),
    highest(all, /^fan(_?speed(_in|_out)?)?_?\d*$/i, 30_000),
  ]
  return {
    ...{ serial, reportedAt: at.toISOString(), hashRate, ip },
    ...(mac !== undefined && macPattern.test(mac) ? { mac } : {}),
    ...(firmware === undefined ? {} : { firmware: firmware.slice(0, 64) }),
    ...(powerW === null ? {} : { powerW }),
    ...(temperatureC === null ? {} : { temperatureC }),
    ...(fanRpm === null ? {} : { fanRpm: Math.round(fanRpm) }),
  }
}
