import type { CliWord } from '#shared/i18n/cli.ts'
import type { Say } from './settings.ts'

/** What Commander says about a wrong command line; the groups are the values of the word. */
const problems: readonly (readonly [RegExp, CliWord])[] = [
  [/^missing required argument '(?<argument>.*)'$/s, 'cli.usage.argumentMissing'],
  [
    /^command-argument value '(?<value>.*)' is invalid for argument '(?<argument>[^']*)'\. Allowed choices are (?<allowed>[^']*)\.$/s,
    'cli.usage.argumentWrong',
  ],
  [
    /^too many arguments(?: for '[^']*')?\. Expected (?<expected>\d+) arguments? but got (?<given>\d+)\.$/,
    'cli.usage.argumentsTooMany',
  ],
  [/^option '(?<option>[^']*)' argument missing$/, 'cli.usage.valueMissing'],
  [/^required option '(?<option>[^']*)' not specified$/, 'cli.usage.optionMissing'],
  [/^option '(?<option>[^']*)' cannot be used with option '(?<other>[^']*)'$/, 'cli.usage.optionsExclude'],
  [/^unknown option '(?<option>.*)'$/s, 'cli.usage.optionUnknown'],
  [/^unknown command '(?<command>.*)'$/s, 'cli.usage.commandUnknown'],
]
const advice = /\n\(Did you mean (?:one of )?(?<similar>[^\n?]*)\?\)$/

/**
 * Return Commander's message about a wrong command line as one line in the language of the terminal: Commander passes
 * on its finished English sentence. One that we do not know stays as it is.
 */
export function usageProblem(text: string, say: Say): string {
  const said = text.trim().replace(/^error: /, '')
  const similar = advice.exec(said)?.groups?.similar
  const message = similar === undefined ? said : said.replace(advice, '')
  for (const [pattern, word] of problems) {
    const found = pattern.exec(message)
    if (!found) continue
    // An empty text would name nothing.
    const groups = Object.entries(found.groups ?? {}).map(([name, value]) => [name, value === '' ? "''" : value])
    const problem = say(word, Object.fromEntries(groups))
    return similar === undefined ? problem : say('cli.usage.similar', { problem, similar })
  }
  return said
}
