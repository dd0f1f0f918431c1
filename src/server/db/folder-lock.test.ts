import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acquireLock, FolderHeldError } from './folder-lock.ts'
import { findOwner, ownerFile, socketPath } from './folder-owner.ts'

type Report = { held: boolean; message?: string; milliseconds?: number }

let dataDir = ''
let children: ChildProcess[] = []
// Bundled once: each of the many processes then starts ten times faster.
const program = join(mkdtempSync(join(tmpdir(), 'coldfleet-holder-')), 'hold-folder.mjs')
beforeAll(() => {
  buildSync({
    entryPoints: ['tests/support/hold-folder.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  })
})
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-lock-'))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  rmSync(dataDir, { recursive: true, force: true })
})

async function helper(what: string): Promise<ChildProcess> {
  const child = fork(program, [dataDir, what], { execArgv: [] })
  children.push(child)
  await once(child, 'message')
  return child
}
async function take(child: ChildProcess): Promise<Report> {
  const answer = once(child, 'message')
  child.send('go')
  return (await answer)[0] as Report
}
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the data folder', () => {
  test('refuses a second process within two seconds and names the first', async () => {
    const first = await helper('coldfleet server')
    expect(await take(first)).toEqual({ held: true })
    const second = await helper('coldfleet db migrate')
    const refused = await take(second)
    expect(refused.held).toBe(false)
    expect(refused.message).toContain(`coldfleet server (process ${first.pid}, since `)
    expect(refused.message).toContain('at http://127.0.0.1:3999')
    expect(refused.milliseconds).toBeLessThan(2_000)
    expect(await findOwner(dataDir)).toMatchObject({
      pid: first.pid,
      what: 'coldfleet server',
      url: 'http://127.0.0.1:3999',
    })
    expect(statSync(ownerFile(dataDir)).mode & 0o777).toBe(0o600)
  })

  test('is free again after its holder was killed', async () => {
    const first = await helper('first')
    await take(first)
    await kill(first)
    expect(existsSync(socketPath(dataDir))).toBe(true)
    expect(await findOwner(dataDir)).toBeNull()
    const lock = await acquireLock(dataDir, 'second')
    expect(await findOwner(dataDir)).toMatchObject({ pid: process.pid, what: 'second' })
    await lock.release()
    expect(await findOwner(dataDir)).toBeNull()
    expect(existsSync(ownerFile(dataDir))).toBe(false)
  })

  test('goes to exactly one of five processes that find a dead holder at the same moment', async () => {
    const dead = await helper('dead')
    await take(dead)
    await kill(dead)
    const racers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(helper))
    const reports = await Promise.all(racers.map(take))
    expect(reports.filter(({ held }) => held)).toHaveLength(1)
    const owner = await findOwner(dataDir)
    const winner = racers[reports.findIndex(({ held }) => held)]
    expect(owner?.pid).toBe(winner?.pid)
  }, 40_000)

  test('is taken over although a process died in the middle of a takeover', async () => {
    const dead = await helper('dead')
    await take(dead)
    await kill(dead)
    const guard = join(dataDir, 'takeover')
    writeFileSync(guard, '')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(guard, longAgo, longAgo)
    const lock = await acquireLock(dataDir, 'second')
    expect(existsSync(guard)).toBe(false)
    await lock.release()
  })

  test('is also locked if its path is too long for a socket', async () => {
    const deep = join(dataDir, 'x'.repeat(120))
    const lock = await acquireLock(deep, 'deep')
    expect(socketPath(deep).startsWith(tmpdir())).toBe(true)
    await expect(acquireLock(deep, 'second')).rejects.toThrow(FolderHeldError)
    await lock.release()
  })
})
