import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { connectionsWithin, engineFiles } from './open-files.ts'

/** What a process says that may have `limit` files open. */
const at = (limit: number): unknown => {
  const program =
    "import('./src/server/open-files.ts').then(({ openFilesLimit, connectionsWithin }) => console.log(connectionsWithin(openFilesLimit())))"
  return Number(
    execFileSync('sh', ['-c', `ulimit -n ${limit}; exec "$0" --import tsx -e "${program}"`, process.execPath], {
      encoding: 'utf8',
    }),
  )
}

test('the connections of clients fit into what the system allows, beside the files of the database and the product', () => {
  for (const limit of [300, 600, 1_024, 4_096])
    expect(limit - connectionsWithin(limit) - engineFiles(limit), `${limit}`).toBeGreaterThanOrEqual(120)
  expect(connectionsWithin(Number.POSITIVE_INFINITY)).toBe(10_000)
  expect(at(600)).toBe(connectionsWithin(600))
})
