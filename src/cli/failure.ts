import type { Values } from '#shared/i18n/book.ts'
import { type CliWord, cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Exit codes. Source: contract.md, CLI. */
export const exitCodes = { done: 0, refused: 1, wrongUse: 2 } as const

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

/** What a PostgreSQL that is away, or lets nobody in, answers. */
const noDatabase = /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_|28P01|28000|3D000)/

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One clear line (a configuration has one for each problem) and the exit code for whatever went wrong. */
export function describeFailure(error: unknown, language: Language): { line: string; exitCode: number } {
  if (error instanceof CliFailure) return { line: cliWord(language, error.word, error.values), exitCode: error.exitCode }
  if (error instanceof Error) {
    if (error.cause instanceof CliFailure) return describeFailure(error.cause, language)
    if (error.name === 'ConfigError') return { line: error.message, exitCode: exitCodes.wrongUse }
    // The server's own sentence, already in the caller's language.
    if (error.name === 'TRPCClientError' || error.name === 'FolderHeldError') return { line: error.message, exitCode: exitCodes.refused }
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    if (noDatabase.test(code)) {
      return { line: cliWord(language, 'cli.unreachable', { url: 'DATABASE_URL', problem: error.message || code }), exitCode: exitCodes.refused }
    }
  }
  return { line: cliWord(language, 'cli.unexpected', { problem: messageOf(error) }), exitCode: exitCodes.refused }
}
