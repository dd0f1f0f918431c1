import { codeOf } from '#shared/error-code.ts'
import { messageOf } from '#shared/errors.ts'
import type { Values } from '#shared/i18n/book.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type StartWord, startWord } from '#shared/i18n/start.ts'
import { diskFullState, isConnectionLost, sqlStateOf } from './sql-states.ts'

/** Why the database cannot be used, and how to recover, in one sentence for the operator. */
export class UnusableDatabaseError extends Error {
  /** The sentence in other languages; the message is in English. */
  readonly sentence: (language: Language) => string
  constructor(message: string, cause?: unknown, sentence: (language: Language) => string = () => message) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UnusableDatabaseError'
    this.sentence = sentence
  }
}

/** Create the error with a text from the dictionary of start messages. */
export function refusedStart(word: StartWord, values: Values = {}, cause?: unknown): UnusableDatabaseError {
  return new UnusableDatabaseError(startWord('en', word, values), cause, (language) =>
    startWord(language, word, values),
  )
}

type Setting = 'DATABASE_URL' | 'DATABASE_READ_URL'

/** Describe the database of an address without its password. */
function placeOf(url: string): { host: string; user: string; database: string } {
  const { hostname, port, username, pathname } = new URL(url)
  return {
    host: `${hostname || 'localhost'}:${port || '5432'}`,
    user: decodeURIComponent(username) || 'its user',
    database: decodeURIComponent(pathname.slice(1)),
  }
}

const bySqlState: Readonly<Record<string, StartWord>> = {
  '28P01': 'start.password',
  '28000': 'start.notAdmitted',
  '3D000': 'start.noDatabase',
  '42501': 'start.noRight',
  '53300': 'start.noConnection',
  '53100': 'start.diskFull',
  '25006': 'start.readOnly',
}
/** The SQLSTATEs for an extension that is not available: in older versions its file is missing. */
const withoutExtension: ReadonlySet<string> = new Set(['0A000', '58P01', '42704'])
const untrusted = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS|EPROTO)/

function wordOf(error: Error, code: string): StartWord | null {
  const state = sqlStateOf(error)
  if (state !== null && withoutExtension.has(state) && error.message.includes('extension')) return 'start.noExtension'
  if (state !== null && bySqlState[state]) return bySqlState[state]
  if (/password must be a (non-empty )?string/.test(error.message)) return 'start.noPassword'
  if (error.message.includes('does not support SSL')) return 'start.noTls'
  if (untrusted.test(code)) return 'start.certificate'
  return isConnectionLost(error) ? 'start.silent' : null
}

/**
 * Convert a start error to one sentence that names the setting; return the error itself if it is a defect. The original
 * error is kept as the cause.
 */
export function unusable(error: unknown, setting: Setting, url: string): unknown {
  if (!(error instanceof Error) || error instanceof UnusableDatabaseError) return error
  const code = codeOf(error)
  const word = wordOf(error, code)
  return word === null ? error : refusedStart(word, { setting, ...placeOf(url), said: error.message || code }, error)
}

const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', diskFullState])
const noFolder: ReadonlySet<string> = new Set([
  'EEXIST',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENAMETOOLONG',
])

/**
 * Return the refusal for a data folder that cannot be used, or whose disk is full, as Node or the engine reports it; null
 * for another error.
 */
export function unusableFolder(error: unknown): UnusableDatabaseError | null {
  const code = codeOf(error)
  const word = noRoom.has(code) ? 'start.folderFull' : noFolder.has(code) ? 'start.folder' : null
  return word && refusedStart(word, { said: messageOf(error) }, error)
}

/** Can waiting solve the problem? The server is away, is starting, or has no free connection. */
export const isTemporary = (error: unknown): boolean =>
  isConnectionLost(error instanceof UnusableDatabaseError ? error.cause : error)
