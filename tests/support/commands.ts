import type { Command } from 'commander'
import { createProgram } from '#cli/program.ts'
import { terminalOf } from '#cli/settings.ts'

/** A command that does something, with its path of names. */
export type Leaf = { path: string; command: Command }

function leavesOf(command: Command, path: readonly string[] = []): Leaf[] {
  const below = command.commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => leavesOf(one, [...path, one.name()]))
  return below.length > 0 ? below : [{ path: path.join(' '), command }]
}

/** Every command, as shown by its English help. */
export const leaves: readonly Leaf[] = leavesOf(createProgram(terminalOf(['--lang', 'en'], {})))
export const has = ({ command }: Leaf, option: string): boolean =>
  command.options.some(({ long, hidden }) => long === option && !hidden)
/** Return the long names of a command's options. */
export const optionsOf = ({ command }: Leaf): string[] =>
  command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
