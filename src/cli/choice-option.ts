import { Option } from 'commander'
import { wrongUse } from './failure.ts'

/**
 * Create an option that takes one of a few values. It refuses another one in the form of every wrong value, and leaves an
 * empty one to `refuseEmpty`. @throws CliFailure (wrong use) while the command line is parsed
 */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  // `choices` tells them to the help and the completion; its own parser, replaced here, refuses in English only.
  const option = new Option(flags, description).choices(choices)
  return option.argParser((value: string) => {
    if (value !== '' && !choices.includes(value))
      throw wrongUse('cli.option.notOneOf', { option: option.name(), value, allowed: choices.join(', ') })
    return value
  })
}
