#!/usr/bin/env node
import { endOnSignals } from './interrupt.ts'
import { warn } from './output.ts'
import { run } from './run.ts'
import { terminalOf } from './settings.ts'
import { watchStandardOutput } from './standard-output.ts'

const args = process.argv.slice(2)
watchStandardOutput()
endOnSignals(() => warn(terminalOf(args, process.env).say('cli.interrupted')))
process.exitCode = await run(args)
