import type { Opens } from '#client/ui/list/address-view.ts'
import type { DeviceState } from '#shared/devices.ts'

/** Somewhere to go, or with `run` something to do, told apart by `path`. `icon` = the name of a Lucide icon; `opens` = what the screen opens at once. */
export type Find = {
  path: string
  label: string
  icon?: string
  mono?: true
  note?: string | null
  state?: DeviceState
  count?: number
  run?: () => void
  opens?: Opens
}

/** Words that begin a command, in both languages whatever the page speaks. */
const verbs = {
  repair: ['repair', 'send', '送修', '维修'],
  export: ['export', '导出'],
  undo: ['undo', '撤销'],
  silence: ['silence', 'mute', '静默'],
  add: ['add', 'new', '新增', '新建', '添加'],
} as const
type CommandVerb = keyof typeof verbs

export type Command = { verb: CommandVerb; rest: string }

/** "repair T30A": the command that the first word begins, and what follows it; null = the words are a search. A lone word is a command once it is whole. */
export function commandIn(wanted: string): Command | null {
  const text = wanted.trim().toLowerCase()
  for (const [verb, words] of Object.entries(verbs) as [CommandVerb, readonly string[]][]) {
    for (const word of words) {
      // Chinese has no blank between a verb and what it is about.
      const parts = /^[a-z]+$/.test(word) ? text.startsWith(`${word} `) || text === word : text.startsWith(word)
      if (parts) return { verb, rest: wanted.trim().slice(word.length).trim() }
    }
  }
  return null
}

/** Does each typed word begin one of these? A Chinese one may stand anywhere, because nothing divides its words. */
export function isNamed(typed: string, words: string): boolean {
  const known = ` ${words.toLowerCase()}`
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(/^[ -~]+$/.test(word) ? ` ${word}` : word))
}

/** Of each person his own, should another one sign in. */
const keyOf = (userId: number) => `palette_recent_${userId}`
const most = 5
/** A place that was gone to by the palette. */
type Recent = Pick<Find, 'path' | 'label' | 'icon' | 'mono'>

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Recent).path === 'string' &&
  typeof (value as Recent).label === 'string'

/** The last places, the newest first; kept for this tab alone. */
export function readRecent(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecent(userId: number, { path, label, icon, mono }: Recent): void {
  const others = readRecent(userId).filter((recent) => recent.path !== path)
  sessionStorage.setItem(keyOf(userId), JSON.stringify([{ path, label, icon, mono }, ...others].slice(0, most)))
}
