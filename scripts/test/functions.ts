import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Lengths, lengthProblems, longFunctions, shortened } from './function-lengths.ts'

// Check that no function of src becomes long. Existing long functions are listed with their lines, and may only become
// shorter: `--write` shortens the list.
const listFile = fileURLToPath(new URL('long-functions.json', import.meta.url))
const allowed = JSON.parse(readFileSync(listFile, 'utf8')) as Lengths
const found = longFunctions('src')
if (process.argv.includes('--write')) writeFileSync(listFile, `${JSON.stringify(shortened(found, allowed), null, 2)}\n`)
else {
  const problems = lengthProblems(found, allowed)
  for (const problem of problems) console.error(problem)
  console.log(`${Object.keys(found).length} long functions`)
  process.exit(problems.length === 0 ? 0 : 1)
}
