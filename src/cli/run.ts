import { CommanderError } from 'commander'
import { describeFailure, exitCodes } from './failure.ts'
import { interrupted } from './interrupt.ts'
import { createProgram } from './program.ts'
import { terminalOf } from './settings.ts'
import { checkStandardOutput } from './standard-output.ts'

/** Run one command line and print its error, if there is one. @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  const terminal = terminalOf(args, process.env)
  try {
    await createProgram(terminal).parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    checkStandardOutput()
    return exitCodes.done
  } catch (error) {
    // The message of the signal explains it.
    if (interrupted.aborted) return exitCodes.interrupted
    // Commander has already printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse
    const { line, exitCode } = describeFailure(error, terminal.language)
    process.stderr.write(`${line}\n`)
    return exitCode
  }
}
