#!/usr/bin/env node
import { CommanderError } from 'commander'
import { describeFailure, exitCodes } from './failure.ts'
import { allowReaderToLeave } from './output.ts'
import { createProgram } from './program.ts'
import { languageOf, terminalOf } from './settings.ts'

const args = process.argv.slice(2)
const terminal = terminalOf(languageOf(args, process.env))

allowReaderToLeave()
try {
  const program = createProgram(terminal)
  await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse
  else {
    const { line, exitCode } = describeFailure(error, terminal.language)
    process.stderr.write(`${line}\n`)
    process.exitCode = exitCode
  }
}
