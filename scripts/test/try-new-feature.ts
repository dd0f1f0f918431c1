import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Create a feature in a copy of the repository and run the checks of a commit on it. The copy is inside this folder, so
// that it finds the installed packages.
const root = process.cwd()
const copy = mkdtempSync(join(root, '.new-feature-'))
const remove = () => rmSync(copy, { recursive: true, force: true })
process.once('exit', remove)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

function call(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status === 0) return stdout
  console.error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  process.exit(1)
}
const installed = (name: string) => join(root, 'node_modules', '.bin', name)

for (const path of spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).stdout.split('\0')) {
  // A deleted file is still listed until the commit; a folder is a nested repository.
  if (path === '' || path.endsWith('/') || !existsSync(path)) continue
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  cpSync(path, join(copy, path))
}
// A field of each kind, required and optional.
const fields = [
  'number:text:32:合同编号/Contract number',
  'clientId:client:客户/Client',
  'state:one,draft=草稿/Draft,signed=已签订/Signed:状态',
  'result:one,good=合格,bad=不合格?:结论',
  'startDate:day',
  'endDate:day?',
  'price:decimal',
  'discount:decimal?:99',
  'note:text?:8:备注/Note',
]
call('node', '--import', 'tsx', 'scripts/new-feature.ts', 'trial-contracts', '合同', ...fields)
call(installed('tsc'), '--checkers', '1')
// The tests that include every feature automatically; the whole run has the others.
// One worker, because each loads the whole product.
call(
  installed('vitest'),
  'run',
  '--maxWorkers',
  '1',
  'src/server/features/trial-contracts',
  'src/client/screen-words.test.ts',
  'tests/filters.test.ts',
  'tests/rest/contract.test.ts',
)
console.log('a new feature type-checks, and its tests pass')
