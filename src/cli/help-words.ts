import { type Argument, type Command, Help, type Option } from 'commander'
import type { CliWord } from '#shared/i18n/cli.ts'
import type { Say } from './settings.ts'

/** Commander's own headings. */
const headings: ReadonlyMap<string, CliWord> = new Map([
  ['Usage:', 'cli.help.usage'],
  ['Arguments:', 'cli.help.arguments'],
  ['Options:', 'cli.help.options'],
  ['Global Options:', 'cli.help.globalOptions'],
  ['Commands:', 'cli.help.commands'],
])

/** What Commander adds in parentheses to the description of an option or an argument. */
function notesOf(of: Argument | Option, say: Say): string {
  const { argChoices } = of
  const defaultValue: unknown = of.defaultValue
  const envVar = 'envVar' in of ? of.envVar : undefined
  const notes: string[] = []
  if (argChoices) notes.push(say('cli.help.choices', { value: argChoices.join(', ') }))
  if (defaultValue !== undefined && typeof defaultValue !== 'boolean')
    notes.push(say('cli.help.default', { value: String(defaultValue) }))
  if (envVar !== undefined) notes.push(say('cli.help.env', { value: envVar }))
  return notes.join('')
}

/** Return what Commander's help says otherwise, in the language of the terminal. */
export function helpWords(say: Say): Partial<Help> {
  const places = (text: string) =>
    text.replace('[options]', say('cli.help.anyOptions')).replace('[command]', say('cli.help.anyCommand'))
  const plain = new Help()
  return {
    styleTitle: (title) => {
      const word = headings.get(title)
      return word === undefined ? title : say(word)
    },
    commandUsage: (command: Command) => places(plain.commandUsage(command)),
    subcommandTerm: (command: Command) => places(plain.subcommandTerm(command)),
    optionDescription: (option: Option) => option.description + notesOf(option, say),
    argumentDescription: (argument: Argument) => argument.description + notesOf(argument, say),
  }
}
