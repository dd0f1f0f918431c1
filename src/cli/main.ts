#!/usr/bin/env node
import { endOnSignals } from './interrupt.ts'
import { allowReaderToLeave, warn } from './output.ts'
import { run } from './run.ts'
import { terminalOf } from './settings.ts'

const args = process.argv.slice(2)
allowReaderToLeave()
endOnSignals(() => warn(terminalOf(args, process.env).say('cli.interrupted')))
process.exitCode = await run(args)
