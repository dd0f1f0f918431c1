import { reasonOf } from '#shared/error-code.ts'
import { messageOf } from '#shared/errors.ts'
import type { Values } from '#shared/i18n/book.ts'
import { type CliWord, cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Exit codes. Source: contract.md, CLI; 130 = ended by Ctrl-C or SIGTERM, by the convention of shells. */
export const exitCodes = { done: 0, refused: 1, wrongUse: 2, interrupted: 130 } as const

/** A refusal by the terminal itself, as a text key; `wrongUse` = the command was typed wrongly. */
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

/** Return wrong use for a path that cannot be read; the reason is the code of the operating system, such as ENOENT. */
export const unreadable = (path: string, error: unknown): CliFailure =>
  wrongUse('cli.fileMissing', { path, problem: reasonOf(error) })

type Refusal = {
  appCode?: unknown
  details?: { field?: string }
  fields?: readonly { field: string; problem: string }[]
}
/** Return the data of a server's refusal in addition to its message. */
const refusalOf = (error: unknown): Refusal => {
  const data: unknown = error instanceof Error && 'data' in error ? error.data : null
  return typeof data === 'object' && data !== null ? data : {}
}
const appCodeOf = (error: unknown): unknown => refusalOf(error).appCode
/**
 * Is the input itself wrong? For a query, any validation error; for a mutation, only an error of a schema, not of a
 * product rule.
 */
export const isWrongInput = (error: unknown, isQuery: boolean): boolean =>
  appCodeOf(error) === 'VALIDATION' && (isQuery || Object.keys(refusalOf(error).details ?? {}).length === 0)
/** Has the server evaluated the call and refused it? */
export const isRefusal = (error: unknown): boolean => appCodeOf(error) !== undefined

/**
 * Run a call that is only allowed on the machine with the data; explain a refusal, and where to run the command.
 * @throws CliFailure
 */
export async function onlyHere<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw appCodeOf(error) === 'FORBIDDEN' ? new CliFailure('cli.noTokenMay') : error
  }
}

/** Is the record of the call missing? A missing record in one of its fields does not count. */
export const isMissing = (error: unknown): boolean =>
  appCodeOf(error) === 'NOT_FOUND' && refusalOf(error).details?.field === undefined

/**
 * The typed options of a request's fields: the option, and its values; the field '' stands for the record of the
 * request.
 */
export type Typed = Readonly<Record<string, { option: string; values: readonly string[] }>>

type Problem = { field: string; problem: string }
/** Return the problems of a refusal by the fields of the request; '' = the record of the request is missing. */
function problemsOf(error: Error): readonly Problem[] {
  const { appCode, details, fields = [] } = refusalOf(error)
  if (fields.length > 0) return fields
  return details?.field !== undefined || appCode === 'NOT_FOUND'
    ? [{ field: details?.field ?? '', problem: error.message }]
    : []
}

/** Describe a refusal by its options and values; null if it is about something else. */
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
 * Run a call with typed values: a value that the server cannot parse, or the id of a missing place, is wrong use.
 * @throws CliFailure that names option and value: wrong use, or refused if the record of a command is missing; any
 * other refusal unchanged
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

/** Return one typed value in the form for `asTyped`; nothing if it was not typed. */
export const typedAs = (field: string, option: string, value: string | undefined): Typed =>
  value === undefined ? {} : { [field]: { option, values: [value] } }

/** The terminal has no sign-in: the server's messages about a session become messages about a token. */
const ofTokens: ReadonlyMap<unknown, CliWord> = new Map([
  ['TOKEN_UNKNOWN', 'cli.token.unknown'],
  ['SESSION_ENDED', 'cli.token.ended'],
  ['SESSION_EXPIRED', 'cli.token.expired'],
])

/** Return the server's own message, already in the caller's language, and advice if there is any. */
function describeRefusal(error: Error, language: Language): { line: string; exitCode: number } {
  const word = ofTokens.get(appCodeOf(error))
  const line = word
    ? cliWord(language, 'cli.toDo', { problem: cliWord(language, word), toDo: cliWord(language, 'cli.hint.token') })
    : error.message
  return { line, exitCode: exitCodes.refused }
}

/** What the codes of the operating system mean. */
const reasons: ReadonlyMap<unknown, CliWord> = new Map<unknown, CliWord>([
  ['ENOSPC', 'cli.reason.diskFull'],
  ['EDQUOT', 'cli.reason.diskFull'],
  ['EACCES', 'cli.reason.noRight'],
  ['EPERM', 'cli.reason.noRight'],
  ['EROFS', 'cli.reason.readOnly'],
  ['ENOENT', 'cli.reason.missing'],
  ['EISDIR', 'cli.reason.isFolder'],
])
/** Say what the code of a problem means, before the code itself. */
function withReason(values: Values, language: Language): Values {
  const word = reasons.get(values.problem)
  return word === undefined ? values : { ...values, problem: `${cliWord(language, word)} (${values.problem})` }
}

/** Return one clear line (for a configuration, one for each problem) and the exit code of any error. */
export function describeFailure(error: unknown, language: Language): { line: string; exitCode: number } {
  if (error instanceof CliFailure)
    return { line: cliWord(language, error.word, withReason(error.values, language)), exitCode: error.exitCode }
  if (error instanceof Error) {
    if (error.cause instanceof CliFailure) return describeFailure(error.cause, language)
    if (error.name === 'TRPCClientError') return describeRefusal(error, language)
    // A start that is refused by the settings, or by the state of the data.
    if ('sentence' in error && typeof error.sentence === 'function')
      return {
        line: String(error.sentence(language)),
        exitCode: error.name === 'ConfigError' ? exitCodes.wrongUse : exitCodes.refused,
      }
  }
  return { line: cliWord(language, 'cli.unexpected', { problem: messageOf(error) }), exitCode: exitCodes.refused }
}
