import type { AuditRow } from './audit.ts'
import { type AuditKind, auditKinds, isAuditArea, kindOfArea } from './audit-kinds.ts'

/** What an entry is told with: names that its ids do not say; null = not known any more. */
export type AuditNames = { actorName: string | null; targetName: string | null }
/** The text of a word in the language of the reader; undefined where there is none. */
type Say = (key: string, values?: Record<string, string | number>) => string | undefined
type Entry = Omit<AuditRow, 'sentence'>

const isKind = (name: string): name is AuditKind => auditKinds.some((known) => known === name)
/** Features whose entries are about machines, whatever row of them is named. */
const aboutMachines = ['devices', 'repairs', 'transfers', 'dailies', 'feeds']
const numberIn = (details: Entry['details'], names: readonly string[]): number | null => {
  for (const name of names) {
    const value = details?.[name]
    if (typeof value === 'number') return value
  }
  return null
}

/** English sentences have their kinds in small letters; Chinese ones stay as they are. */
const within = (kind: string) => kind.charAt(0).toLowerCase() + kind.slice(1)

function whatOf(
  { action, targetKind, targetId, details }: Entry,
  { targetName }: AuditNames,
  say: Say,
  format: (count: number) => string,
): string {
  const [area = ''] = action.split('.', 1)
  const kind = targetKind !== null && isKind(targetKind) ? targetKind : isAuditArea(area) ? kindOfArea[area] : null
  const word = within((kind && say(`audit.kind.${kind}`)) ?? kind ?? action)
  const machines = aboutMachines.includes(area)
  const count = numberIn(details, machines ? ['devices', 'rows', 'read', 'machines'] : ['rows', 'devices', 'count'])
  const isOne = targetId !== null && (count === null || count === 1)
  if (targetName !== null && isOne) return say('audit.says.named', { kind: word, name: targetName }) ?? targetName
  if (count !== null) {
    // The form of a word follows the number itself, not its writing.
    const values = { count: count === 1 ? 1 : format(count), kind: word }
    const counted = machines ? 'device' : kind
    return say(`audit.counted.${counted}`, values) ?? say('audit.counted.row', values) ?? String(count)
  }
  const told = details?.name ?? details?.projectNo ?? details?.serial
  if (typeof told === 'string' && told !== '') return say('audit.says.named', { kind: word, name: told }) ?? told
  return targetId === null
    ? severalOf(kind, word, say)
    : (say('audit.says.numbered', { kind: word, id: targetId }) ?? targetId)
}

/** What nobody has counted: several in English, which has a form for them. */
const severalOf = (kind: AuditKind | null, word: string, say: Say): string =>
  /^0 ([a-z].*)$/.exec(say(`audit.counted.${kind}`, { count: 0 }) ?? '')?.[1] ?? word

/** Who did it, by name: of a sign-in and a sign-out that came without a session it is whom they were about. */
function whoOf({ actor, action, targetKind }: Entry, { actorName, targetName }: AuditNames, say: Say): string {
  if (actorName !== null) return actorName
  if (actor === 'anonymous' && action.startsWith('auth.') && targetKind === 'user' && targetName !== null)
    return targetName
  const known = { anonymous: 'audit.somebody', cli: 'audit.terminal', system: 'audit.system' }[actor]
  return (known && say(known)) ?? actor
}

/**
 * An entry of the audit log as a sentence with names; the name of the action where nobody has a word for it.
 * @param format writes a whole number in the language of the reader
 */
export function auditSentence(entry: Entry, names: AuditNames, say: Say, format: (count: number) => string): string {
  const { action, result } = entry
  const [area = '', verb = ''] = action.split('.', 2)
  const who = whoOf(entry, names, say)
  if (result === 'denied' || result === 'failed') {
    const done = [say(`audit.area.${area}`), say(`audit.verb.${verb}`)].filter(Boolean).join(' · ') || action
    return say(`audit.says.${result}`, { who, action: done }) ?? action
  }
  const values = { who, what: whatOf(entry, names, say, format) }
  const said = say(`audit.says.${action}`, values) ?? say(`audit.says.${verb}`, values)
  if (said === undefined) return `${who}: ${action}`
  return result === 'stopped' ? (say('audit.says.stopped', { said }) ?? said) : said
}
