import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { featureFiles, linesToAdd, namesOf } from './new-feature/templates.ts'

// Writes the skeleton of a feature and prints the lines that join it to the house: `npm run new:feature repairs`.
const [given, ...rest] = process.argv.slice(2)
if (!given || rest.length > 0 || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
  console.error('npm run new:feature <name>, in lowercase words joined by hyphens, for example repairs or saved-views')
  process.exit(2)
}
const names = namesOf(given)
const files = featureFiles(names)
const taken = files.filter(({ path }) => existsSync(path)).map(({ path }) => path)
if (taken.length > 0) {
  console.error(`there already: ${taken.join(', ')}`)
  process.exit(1)
}
for (const { path, text } of files) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}
console.log('\nAdd these lines; tsc names each one that is missing:')
for (const { path, lines } of linesToAdd(names)) console.log(`\n${path}\n${lines.map((line) => `  ${line}`).join('\n')}`)
