import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

test('end with 1 and one line on a full disk, even if the shell opened the file', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/coldfleet.mjs', '--lang', 'en', '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([status, stderr.trim().split('\n')]).toEqual([1, ['/dev/stdout cannot be written: the disk is full (ENOSPC)']])
})

test('treat an empty or invalid address as wrong use, and use no other database', () => {
  for (const url of ['', 'nonsense', 'ftp://example.test']) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/coldfleet.mjs', '--lang', 'en', '--url', url, 'db', 'status'],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([2, expect.stringContaining('--url ')])
  }
})
