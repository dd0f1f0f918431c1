import { type Command, Option } from 'commander'
import type { Values } from '#shared/i18n/book.ts'
import { type CliWord, cliWord } from '#shared/i18n/cli.ts'
import { isLanguage, type Language } from '#shared/i18n/index.ts'
import { choiceOption } from './choice-option.ts'
import type { Connection, Target } from './connect.ts'
import { CliFailure, wrongUse } from './failure.ts'
import { setQuiet } from './output.ts'

export type Say = (key: CliWord, values?: Values) => string
/**
 * `language` = the language of messages; `fileLanguage` = that of a file's content, which never depends on where the
 * command runs.
 */
export type Terminal = { language: Language; fileLanguage: Language; say: Say }

type Environment = Record<string, string | undefined>

/**
 * Return the languages. Messages: `--lang`, else LC_ALL, LC_MESSAGES, LANG: a locale other than Chinese gives English,
 * no locale gives Chinese, as in the product. Files: `--lang`, else COLDFLEET_LANG, else Chinese, so that cron, which
 * has no locale, writes the same file as a shell.
 */
export function terminalOf(args: readonly string[], environment: Environment): Terminal {
  const at = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='))
  const asked = at < 0 ? undefined : args[at]?.includes('=') ? args[at].slice('--lang='.length) : args[at + 1]
  const chosen = isLanguage(asked) ? asked : undefined
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG
  const language = chosen ?? (locale === undefined || locale === '' || /^zh/i.test(locale) ? 'zh' : 'en')
  const wished = environment.COLDFLEET_LANG
  return {
    language,
    fileLanguage: chosen ?? (isLanguage(wished) ? wished : 'zh'),
    say: (key, values) => cliWord(language, key, values),
  }
}

const hasEmpty = (values: readonly unknown[]): boolean =>
  values.some((value) => typeof value === 'string' && value.trim() === '')

/**
 * Refuse an option or an argument that was typed with an empty value: it is a script's unset variable, and must not mean "all" or
 * another database. An empty environment variable means none.
 * @throws CliFailure (wrong use)
 */
function refuseEmpty(command: Command): void {
  for (const [at, argument] of command.registeredArguments.entries()) {
    const values: unknown[] = [command.processedArgs[at]].flat()
    if (hasEmpty(values)) throw wrongUse('cli.usage.argumentEmpty', { argument: argument.name() })
  }
  for (const option of command.options) {
    const name = option.attributeName()
    if (command.getOptionValueSource(name) !== 'cli') continue
    const values: unknown[] = [command.getOptionValue(name)].flat()
    if (hasEmpty(values)) throw wrongUse('cli.option.empty', { option: option.name() })
  }
}

/** Add the options of the whole program; they may come before or after the command. */
export function addGlobalOptions(program: Command, { say }: Terminal): void {
  program
    .addOption(new Option('--url <url>', say('cli.option.url')).env('COLDFLEET_URL'))
    .addOption(new Option('--token <token>', say('cli.option.token')).env('COLDFLEET_TOKEN'))
    .addOption(choiceOption('--lang <language>', say('cli.option.lang'), ['zh', 'en', 'both']))
    .option('-q, --quiet', say('cli.option.quiet'))
    .option('--no-color', say('cli.option.noColor'))
    .option('--no-wait', say('cli.option.noWait'))
    .hook('preAction', (_, command) => {
      const { lang, pdf, quiet } = command.optsWithGlobals<{ lang?: string; pdf?: string; quiet?: true }>()
      setQuiet(quiet === true)
      const wished = process.env.COLDFLEET_LANG
      if (wished && !isLanguage(wished)) throw wrongUse('cli.languageUnknown', { value: wished })
      refuseEmpty(program)
      refuseEmpty(command)
      if (lang === 'both' && pdf === undefined) throw wrongUse('cli.bothLanguages')
    })
}

/** Return the target of a command from its options. */
export function targetOf(command: Command, { language }: Terminal, prepare?: Target['prepare']): Target {
  const { url, token, wait } = command.optsWithGlobals<{ url?: string; token?: string; wait: boolean }>()
  if (url && !(URL.canParse(url) && /^https?:/i.test(url)))
    throw wrongUse('cli.urlWrong', { option: 'url', value: url })
  return { url, token, language, waits: wait, ...(prepare ? { prepare } : {}) }
}

/** Refuse --url for commands that only make sense on the machine with the data. */
export function refuseUrl(command: Command): void {
  if (command.optsWithGlobals<{ url?: string }>().url) throw new CliFailure('cli.hereOnly')
}

/** Return the target of a command that may create a database if there is none yet; a dry run creates none. */
export const beginning = (target: Target, isRehearsal = false): Target => ({ ...target, mayBegin: !isRehearsal })

/**
 * Run `work` on a connection and close it in any case. The client and other large modules are only loaded here, so that
 * `--help` is quick.
 */
export async function withConnection<Result>(
  target: Target,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { connect } = await import('./connect.ts')
  const connection = await connect(target)
  try {
    return await work(connection)
  } catch (error) {
    throw connection.explain(error)
  } finally {
    await connection.close()
  }
}
