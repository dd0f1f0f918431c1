import type { Opens } from '#client/ui/list/address-view.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { VisitedRecord } from './visits.ts'

/**
 * A destination, or with `run` an action, identified by `path`. `icon` = the name of a Lucide icon; `opens` = the
 * dialog that the screen opens on arrival.
 */
export type PaletteItem = {
  path: string
  label: string
  icon?: string
  mono?: true
  note?: string | null
  state?: DeviceState
  count?: number
  /** It belongs to the line above, whose name it does not show again. */
  below?: true
  run?: () => void
  opens?: Opens
  /** The record whose name is shown instead of the label. */
  record?: VisitedRecord
}

export type PaletteGroups = { title: string; rows: PaletteItem[] }[]

/** Words that start a command, in both languages, whatever the page's language. */
const verbs = {
  repair: ['repair', 'send', '送修', '维修'],
  export: ['export', '导出'],
  undo: ['undo', '撤销'],
  statement: ['statement', 'monthly statement', '对账单', '月度对账单', '设备月度对账单', '月结单'],
  silence: ['silence', 'mute', '静默'],
  add: ['add', 'new', '新增', '新建', '添加'],
} as const
type CommandVerb = keyof typeof verbs

export type Command = { verb: CommandVerb; rest: string }

/**
 * Parse "repair T30A": the command named by the first word, and the rest; null = the text is a search. A single word is
 * a command once it is complete.
 */
export function commandIn(query: string): Command | null {
  const text = query.trim().toLowerCase()
  for (const [verb, words] of Object.entries(verbs) as [CommandVerb, readonly string[]][]) {
    for (const word of words) {
      // In Chinese no space separates the verb from its object.
      const parts = /^[a-z]+$/.test(word) ? text.startsWith(`${word} `) || text === word : text.startsWith(word)
      if (parts) return { verb, rest: query.trim().slice(word.length).trim() }
    }
  }
  return null
}

const shortestPart = 2

/** Is this one of the words, or some of them written together? Chinese has no spaces between words. */
function isWritten(word: string, known: string): boolean {
  if (known.includes(word)) return true
  for (let at = shortestPart; at <= word.length - shortestPart; at++)
    if (known.includes(word.slice(0, at)) && isWritten(word.slice(at), known)) return true
  return false
}

/** Does each typed word start one of these words? A Chinese one may be anywhere, or be several words in one. */
export function isNamed(typed: string, words: string): boolean {
  const known = ` ${words.toLowerCase()}`
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => (/^[ -~]+$/.test(word) ? known.includes(` ${word}`) : isWritten(word, known)))
}
