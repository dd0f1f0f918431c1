import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { connectionsWithin, engineFiles } from './open-files.ts'

/** Return the output of a process whose limit of open files is `limit`. */
const at = (limit: number): unknown => {
  const program =
    "import('./src/server/open-files.ts').then(({ openFilesLimit, connectionsWithin }) => console.log(connectionsWithin(openFilesLimit())))"
  return Number(
    execFileSync('sh', ['-c', `ulimit -n ${limit}; exec "$0" --import tsx -e "${program}"`, process.execPath], {
      encoding: 'utf8',
    }),
  )
}

test('Fit client connections into the limit of open files, next to files of the database and the product', () => {
  for (const limit of [300, 600, 1_024, 4_096])
    expect(limit - connectionsWithin(limit) - engineFiles(limit), `${limit}`).toBeGreaterThanOrEqual(120)
  expect(connectionsWithin(Number.POSITIVE_INFINITY)).toBe(10_000)
  expect(at(600)).toBe(connectionsWithin(600))
})
