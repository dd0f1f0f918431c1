import { type Command, Option } from 'commander'
import { wrongUse } from './failure.ts'
import type { Terminal } from './settings.ts'

/** The output file of a command; `--output` is another spelling of `--out`. */
export type OutOptions = { out?: string; output?: string }

/** Add the options of a command that writes a file. */
export const addOutOption = (command: Command, { say }: Terminal): Command =>
  command.option('-o, --out <file>', say('cli.option.out')).addOption(new Option('--output <file>').hideHelp())

/**
 * Return the target of a command: the named file, else standard output, unless that is a terminal.
 * @returns a path, or `-` for standard output
 * @throws CliFailure (wrong use) if there is no target, or two
 */
export function outOf({ out, output }: OutOptions): string {
  if (out !== undefined && output !== undefined && out !== output) throw wrongUse('cli.out.twice')
  const given = out ?? output
  if (given === undefined && process.stdout.isTTY) throw wrongUse('cli.out.missing')
  return given ?? '-'
}
