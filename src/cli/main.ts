#!/usr/bin/env node
import { allowReaderToLeave } from './output.ts'
import { run } from './run.ts'

allowReaderToLeave()
process.exitCode = await run(process.argv.slice(2))
