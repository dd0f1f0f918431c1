import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what does not fit on the disk ends with 1 and one line, also when a shell opened the file', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/coldfleet.mjs', '--lang', 'en', '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([status, stderr.trim().split('\n')]).toEqual([1, ['/dev/stdout cannot be written: ENOSPC']])
})

test('an address that is empty or none is wrong use, and no other database answers', () => {
  for (const url of ['', 'nonsense', 'ftp://example.test']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/coldfleet.mjs', '--lang', 'en', '--url', url, 'db', 'status'],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([2, expect.stringContaining('--url takes an address')])
  }
})
