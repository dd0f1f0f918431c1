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

/** The code of the product that a refusal of the server carries. */
const codeOf = (error: unknown): unknown => {
  const data: unknown = error instanceof Error && 'data' in error ? error.data : null
  return typeof data === 'object' && data !== null && 'appCode' in data ? data.appCode : null
}

/** Runs what sends filters as they were typed: one that the server does not understand was typed wrongly. */
export async function asTyped<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'VALIDATION') throw wrongUse('cli.said', { line: error.message })
    throw error
  }
}

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
  const line = word ? cliWord(language, 'cli.toDo', { problem: cliWord(language, word), toDo: cliWord(language, 'cli.hint.token') }) : error.message
  return { line, exitCode: exitCodes.refused }
}

/** One clear line (a configuration has one for each problem) and the exit code for whatever went wrong. */
export function describeFailure(error: unknown, language: Language): { line: string; exitCode: number } {
  if (error instanceof CliFailure) return { line: cliWord(language, error.word, error.values), exitCode: error.exitCode }
  if (error instanceof Error) {
    if (error.cause instanceof CliFailure) return describeFailure(error.cause, language)
    if (error.name === 'ConfigError') return { line: error.message, exitCode: exitCodes.wrongUse }
    if (error.name === 'TRPCClientError') return describeRefusal(error, language)
    if (error.name === 'FolderHeldError') return { line: error.message, exitCode: exitCodes.refused }
    if ('sentence' in error && typeof error.sentence === 'function') return { line: String(error.sentence(language)), exitCode: exitCodes.refused }
  }
  return { line: cliWord(language, 'cli.unexpected', { problem: messageOf(error) }), exitCode: exitCodes.refused }
}
