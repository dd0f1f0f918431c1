import { expect, test } from 'vitest'
import { FolderHeldError } from './db/folder-lock.ts'
import { unusableFolder } from './db/unusable-database.ts'
import { startError } from './start-error.ts'

test.each([
  ['ENOSPC', 'ENOSPC: no space left on device, write'],
  ['53100', 'could not extend file "base/5/17295": wrote only 4096 of 8192 bytes'],
])('Name the full disk, and what to do, for the code %s', (code, message) => {
  const error = Object.assign(new Error(message), { code })
  const said = `DATA_DIR: its disk is full (${message}): make room and start again; nothing that was saved is lost`
  expect(startError(error)).toBe(said)
  expect(unusableFolder(error)?.sentence('zh')).toContain('磁盘已满')
})

test.each(['EACCES', 'ENOTDIR', 'EROFS'])('Name the folder that cannot be used, for the code %s', (code) => {
  const error = Object.assign(new Error(`${code}: no, mkdir '/data'`), { code })
  expect(startError(error)).toBe(`DATA_DIR: the folder cannot be used: ${code}: no, mkdir '/data'`)
  expect(unusableFolder(error)?.sentence('zh')).toBe(`DATA_DIR：无法使用该文件夹：${code}: no, mkdir '/data'`)
})

test('Name the process that holds the data folder in both languages', () => {
  const owner = { pid: 7, what: 'coldfleet server', url: 'http://127.0.0.1:3000', startedAt: '2026-11-28' }
  const error = new FolderHeldError('/data', owner)
  expect(startError(error)).toBe(
    '/data is in use by coldfleet server (process 7, since 2026-11-28, at http://127.0.0.1:3000)',
  )
  expect(error.sentence('zh')).toBe(
    '/data 正由 coldfleet server 使用（进程 7，自 2026-11-28 起，地址 http://127.0.0.1:3000）',
  )
})
