import type { AuditRow } from './audit.ts'
import { type AuditKind, auditKinds, isAuditArea, kindOfArea } from './audit-kinds.ts'
import { plainVerbs } from './i18n/plain-verbs.ts'

/** Names for the ids of an entry; null = no longer known. `isOwn` = the entry is about the actor. */
export type AuditNames = { actorName: string | null; targetName: string | null; isOwn?: boolean }
/** The text of a key in the reader's language; undefined if there is none. */
type Say = (key: string, values?: Record<string, string | number>) => string | undefined
type Entry = Omit<AuditRow, 'sentence'>

const isKind = (name: string): name is AuditKind => auditKinds.some((known) => known === name)
/** Features whose entries are about machines, whatever row they refer to. */
const aboutMachines = ['devices', 'repairs', 'transfers', 'dailies', 'feeds']
/** A refused call has no batch yet: it was about machines. */
const isOfMachines = (action: string, targetKind: string | null): boolean =>
  targetKind === null && ['feeds.update', 'feeds.start', 'transfers.save'].includes(action)
/** The numbers of an entry about machines, and what each counts; '' = rows of what the entry is about. */
const ofMachines = { devices: 'device', rows: '', read: 'line', machines: 'device', resolved: 'feed_conflict' }
/** The same for an entry about several of another kind. The numbers of an entry about one record are its contents. */
const ofOthers = { rows: '', devices: 'device', testees: 'testee' }

/** Files whose rows are not what the entry is about. */
const rowsOfFiles: Readonly<Record<string, AuditKind>> = {
  'data.export': 'province',
  'sites.export': 'company',
  'clients.export': 'client',
  'accounts.export': 'account',
}

/** Return the first of these numbers, and what it counts. */
function countIn(details: Entry['details'], numbers: Readonly<Record<string, string>>) {
  for (const [name, counted] of Object.entries(numbers)) {
    const count = details?.[name]
    if (typeof count === 'number') return { count, counted }
  }
  return { count: null, counted: '' }
}

/** The serials of the devices of an entry; of many only the first ones are stored. */
function serialsIn(details: Entry['details']): string[] {
  const { serials } = details ?? {}
  return Array.isArray(serials) ? serials.filter((serial) => typeof serial === 'string') : []
}

const shownSerials = 3
/** Name the first of several devices after their number. */
function withSerials(what: string, count: number, serials: readonly string[], say: Say): string {
  if (serials.length === 0) return what
  const shown = serials.slice(0, shownSerials).join(say('audit.says.separator') ?? ', ')
  const key = count > Math.min(serials.length, shownSerials) ? 'audit.says.machinesMore' : 'audit.says.machines'
  return say(key, { what, serials: shown }) ?? what
}

/** Kinds are in lower case within English sentences; Chinese ones do not change. */
const within = (kind: string) => kind.charAt(0).toLowerCase() + kind.slice(1)

function whatOf(
  { action, targetKind, targetId, details }: Entry,
  { targetName }: AuditNames,
  say: Say,
  format: (count: number) => string,
): string {
  const [area = ''] = action.split('.', 1)
  const kind = isOfMachines(action, targetKind)
    ? 'device'
    : targetKind !== null && isKind(targetKind)
      ? targetKind
      : isAuditArea(area)
        ? kindOfArea[area]
        : null
  const word = within((kind && say(`audit.kind.${kind}`)) ?? kind ?? action)
  const machines = aboutMachines.includes(area)
  const { count, counted } = countIn(machines || targetId === null ? details : null, machines ? ofMachines : ofOthers)
  const isOne = targetId !== null && (count === null || count === 1)
  if (targetName !== null && isOne) return say('audit.says.named', { kind: word, name: targetName }) ?? targetName
  const serials = machines ? serialsIn(details) : []
  const [serial] = serials
  if (serial !== undefined && serials.length === 1 && (count === null || count === 1)) {
    const of = kind === 'feed_conflict' ? word : within(say('audit.kind.device') ?? '')
    return say('audit.says.named', { kind: of, name: serial }) ?? serial
  }
  if (count !== null) {
    // The plural form follows the number itself, not its format.
    const values = { count: count === 1 ? 1 : format(count), kind: word }
    const said =
      say(`audit.counted.${counted || (rowsOfFiles[action] ?? kind)}`, values) ??
      say('audit.counted.row', values) ??
      String(count)
    return withSerials(said, count, serials, say)
  }
  const named = details?.name ?? details?.projectNo ?? details?.serial
  if (typeof named === 'string' && named !== '') return say('audit.says.named', { kind: word, name: named }) ?? named
  return targetId === null
    ? severalOf(kind, word, say)
    : (say('audit.says.numbered', { kind: word, id: targetId }) ?? targetId)
}

/** Return the plural for an unknown number, in English, which has a plural form. */
const severalOf = (kind: AuditKind | null, word: string, say: Say): string =>
  /^0 ([a-z].*)$/.exec(say(`audit.counted.${kind}`, { count: 0 }) ?? '')?.[1] ?? word

/** Return the actor's name: for a sign-in or a sign-out without a session, that of the affected user. */
function whoOf({ actor, action, targetKind }: Entry, { actorName, targetName }: AuditNames, say: Say): string {
  if (actorName !== null) return actorName
  if (actor === 'anonymous' && action.startsWith('auth.') && targetKind === 'user' && targetName !== null)
    return targetName
  const known = { anonymous: 'audit.somebody', cli: 'audit.terminal', system: 'audit.system' }[actor]
  return (known && say(known)) ?? actor
}

/** Return what a person wanted to do, in the words after "could not"; null if no person is the subject of the sentence. */
function actOf(action: string, what: string, say: Say): string | null {
  const verb = action.split('.', 2)[1] ?? ''
  // Marks instead of names, which may contain the changed words.
  const values = { who: '\u0001', what: '\u0002' }
  const said = say(`audit.says.${action}`, values) ?? say(`audit.says.${verb}`, values)
  const done = said?.startsWith('\u0001 ') ? said.slice(2) : null
  if (done === null) return null
  const [past = '', ...rest] = done.split(' ')
  const plain = plainVerbs[past]
  const act = plain === undefined ? done.replace('了', '') : [plain, ...rest].join(' ')
  return act.replaceAll('\u0002', what)
}

/** What was done, where the name of the call has several meanings: the words of a call and its details. */
const meanings: Readonly<Record<string, (details: NonNullable<Entry['details']>) => string | false>> = {
  'repairs.save': ({ type }) => (type === '送修' && 'sendToRepair') || (type === '送回' && 'recordReturn'),
  'devices.mark': ({ mark }) => typeof mark === 'string' && `mark.${mark}`,
  'devices.attend': ({ acknowledged }) =>
    (acknowledged === true && 'acknowledgeWarnings') || (acknowledged === false && 'withdrawAcknowledgement'),
  'users.setDisabled': ({ disabled }) => typeof disabled === 'boolean' && (disabled ? 'disable' : 'enable'),
}
function meaningOf({ action, details, company }: Entry, { isOwn }: AuditNames): string | false {
  if (action === 'auth.changeCompany' && company !== null) return isOwn ? 'enterCompany' : 'moveToCompany'
  const meaning = meanings[action]?.(details ?? {})
  // `save` adds a row or changes one; only a change has a state before.
  return meaning || (action.endsWith('.save') && details?.before !== undefined && 'update')
}

/**
 * Describe an entry of the audit log in a sentence with names; the name of the action if it has no text.
 * @param format formats a whole number in the reader's language
 */
export function auditSentence(entry: Entry, names: AuditNames, say: Say, format: (count: number) => string): string {
  const { action, result, company } = entry
  const [area = '', verb = ''] = action.split('.', 2)
  const who = whoOf(entry, names, say)
  const what = whatOf(entry, names, say, format)
  if (result === 'denied' || result === 'failed') {
    const act = actOf(action, what, say)
    if (act !== null) return say(`audit.says.${result}`, { who, act }) ?? action
    const done = [say(`audit.area.${area}`), say(`audit.verb.${verb}`)].filter(Boolean).join(' · ') || action
    return say(`audit.says.${result}Call`, { who, action: done }) ?? action
  }
  // In Chinese text a number has a space before it, too.
  const values = { who, what: /^\d/.test(what) ? ` ${what}` : what, company: company ?? '' }
  const meaning = meaningOf(entry, names)
  const said = (
    (meaning && say(`audit.says.${meaning}`, values)) ||
    (say(`audit.says.${action}`, values) ?? say(`audit.says.${verb}`, values))
  )?.replace('  ', ' ')
  if (said === undefined) return `${who}: ${action}`
  return result === 'stopped' ? (say('audit.says.stopped', { said }) ?? said) : said
}
