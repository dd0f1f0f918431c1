import { CommanderError } from 'commander'
import { describeFailure, exitCodes } from './failure.ts'
import { interrupted } from './interrupt.ts'
import { createProgram } from './program.ts'
import { terminalOf } from './settings.ts'
import { checkStandardOutput } from './standard-output.ts'

/** Runs one command line and says what went wrong, if anything did. @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  const terminal = terminalOf(args, process.env)
  try {
    await createProgram(terminal).parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    checkStandardOutput()
    return exitCodes.done
  } catch (error) {
    // The signal's own sentence says why.
    if (interrupted.aborted) return exitCodes.interrupted
    // Commander has already said it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse
    const { line, exitCode } = describeFailure(error, terminal.language)
    process.stderr.write(`${line}\n`)
    return exitCode
  }
}
