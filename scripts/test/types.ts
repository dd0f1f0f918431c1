import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { typeCosts } from './type-costs.ts'

// Check the types, and that checking them stays cheap, because every edit waits for it. One checker, because several
// check much of the same code and count it again; `--noEmit` is in tsconfig.json.
const program = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [program, '--checkers', '1', '--extendedDiagnostics', ...process.argv.slice(2)],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  },
)
const { costs, problems } = typeCosts(stdout)
if (status !== 0) console.error(stdout + stderr)
else for (const problem of problems) console.error(problem)
console.log(costs)
process.exit(status === 0 && problems.length === 0 ? 0 : 1)
