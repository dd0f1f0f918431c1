import type { Values } from '#shared/i18n/book.ts'
import { type CliWord, cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Exit codes. Source: contract.md, CLI; 130 = ended by Ctrl-C or SIGTERM, as shells count it. */
export const exitCodes = { done: 0, refused: 1, wrongUse: 2, interrupted: 130 } as const

/** Something that the terminal itself refuses, as a word; `wrongUse` = the command was typed wrongly. */
export class CliFailure extends Error {
  readonly word: CliWord
  readonly values: Values
  readonly exitCode: number
  constructor(word: CliWord, values: Values = {}, exitCode: number = exitCodes.refused) {
    super(word)
    this.name = 'CliFailure'
    this.word = word
    this.values = values
    this.exitCode = exitCode
  }
}

export const wrongUse = (word: CliWord, values: Values = {}) => new CliFailure(word, values, exitCodes.wrongUse)

/** Wrong use of a path that cannot be read; the reason is the code of the operating system, as ENOENT. */
export const unreadable = (path: string, error: unknown): CliFailure =>
  wrongUse('cli.fileMissing', {
    path,
    problem: error instanceof Error && 'code' in error ? String(error.code) : String(error),
  })

type Refusal = {
  appCode?: unknown
  details?: { field?: string }
  fields?: readonly { field: string; problem: string }[]
}
/** What a refusal of the server carries beside its sentence. */
const refusalOf = (error: unknown): Refusal => {
  const data: unknown = error instanceof Error && 'data' in error ? error.data : null
  return typeof data === 'object' && data !== null ? data : {}
}
const codeOf = (error: unknown): unknown => refusalOf(error).appCode
/** Whether what was sent is refused for itself: always where something is only asked; of a change, when a schema and no rule of the product says so. */
export const isWrongInput = (error: unknown, isQuery: boolean): boolean =>
  codeOf(error) === 'VALIDATION' && (isQuery || Object.keys(refusalOf(error).details ?? {}).length === 0)
/** Whether the server has judged the call, and refused it. */
export const isRefusal = (error: unknown): boolean => codeOf(error) !== undefined

/** Runs what only the terminal of the data may do; whom a server does not take for it is told so, and where to go. @throws CliFailure */
export async function onlyHere<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw codeOf(error) === 'FORBIDDEN' ? new CliFailure('cli.noTokenMay') : error
  }
}

/** Whether the entry that the call is about is not there; not that of one of its fields. */
export const isMissing = (error: unknown): boolean =>
  codeOf(error) === 'NOT_FOUND' && refusalOf(error).details?.field === undefined

/** What was typed for a field of a request: the option, and its values; for the field '' the entry that the request is about. */
export type Typed = Readonly<Record<string, { option: string; values: readonly string[] }>>

type Problem = { field: string; problem: string }
/** What a refusal is about, by the fields of the request; '' = the entry that the request is about, which is not there. */
function problemsOf(error: Error): readonly Problem[] {
  const { appCode, details, fields = [] } = refusalOf(error)
  if (fields.length > 0) return fields
  return details?.field !== undefined || appCode === 'NOT_FOUND'
    ? [{ field: details?.field ?? '', problem: error.message }]
    : []
}

/** A refusal by the options and values that it is about; null when it is about something else. */
function inOptions(problems: readonly Problem[], typed: Typed): string | null {
  const said = new Map<string, { option: string; values: string[]; problem: string }>()
  for (const { field, problem } of problems) {
    const [name = '', at] = field.split('.')
    const given = typed[name]
    if (!given) return null
    const line = said.get(`${given.option} ${problem}`) ?? { option: given.option, values: [], problem }
    const value = at === undefined ? undefined : given.values[Number(at)]
    said.set(`${given.option} ${problem}`, {
      ...line,
      values: [...line.values, ...(value === undefined ? given.values : [value])],
    })
  }
  return said.size === 0
    ? null
    : [...said.values()]
        .map(({ option, values, problem }) => `${[`--${option}`, values.join(',')].join(' ').trim()}: ${problem}`)
        .join('; ')
}

/**
 * Runs what sends values as they were typed: one that the server does not understand, or the id of no place, was typed wrongly.
 * @throws CliFailure that names option and value: wrong use, or refused where the entry that a command is about is not there; what the
 * product refuses for another reason as it came
 */
export async function asTyped<Result>(typed: Typed, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problems = error instanceof Error ? problemsOf(error) : []
    const line = inOptions(problems, typed)
    if (line === null) throw error
    throw problems.some(({ field }) => field === '')
      ? new CliFailure('cli.said', { line })
      : wrongUse('cli.said', { line })
  }
}

/** One value that was typed, as `asTyped` takes it; nothing when it was not. */
export const typedAs = (field: string, option: string, value: string | undefined): Typed =>
  value === undefined ? {} : { [field]: { option, values: [value] } }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Nobody signs in at a terminal: what the server says of a session, said of a token. */
const ofTokens: ReadonlyMap<unknown, CliWord> = new Map([
  ['TOKEN_UNKNOWN', 'cli.token.unknown'],
  ['SESSION_ENDED', 'cli.token.ended'],
  ['SESSION_EXPIRED', 'cli.token.expired'],
])

/** The server's own sentence, already in the caller's language, and what to do where that is known. */
function describeRefusal(error: Error, language: Language): { line: string; exitCode: number } {
  const word = ofTokens.get(codeOf(error))
  const line = word
    ? cliWord(language, 'cli.toDo', { problem: cliWord(language, word), toDo: cliWord(language, 'cli.hint.token') })
    : error.message
  return { line, exitCode: exitCodes.refused }
}

/** One clear line (a configuration has one for each problem) and the exit code for whatever went wrong. */
export function describeFailure(error: unknown, language: Language): { line: string; exitCode: number } {
  if (error instanceof CliFailure)
    return { line: cliWord(language, error.word, error.values), exitCode: error.exitCode }
  if (error instanceof Error) {
    if (error.cause instanceof CliFailure) return describeFailure(error.cause, language)
    if (error.name === 'ConfigError') return { line: error.message, exitCode: exitCodes.wrongUse }
    if (error.name === 'TRPCClientError') return describeRefusal(error, language)
    if (error.name === 'FolderHeldError') return { line: error.message, exitCode: exitCodes.refused }
    if ('sentence' in error && typeof error.sentence === 'function')
      return { line: String(error.sentence(language)), exitCode: exitCodes.refused }
  }
  return { line: cliWord(language, 'cli.unexpected', { problem: messageOf(error) }), exitCode: exitCodes.refused }
}
