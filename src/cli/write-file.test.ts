import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeOut } from './output.ts'

let folder = ''
const at = (name: string) => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-write-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* chunks(text: string, count: number) {
  for (let number = 0; number < count; number += 1) {
    await wait(1)
    yield text
  }
}

test('keep the target of a link and the permissions of a file', async () => {
  writeFileSync(at('target.csv'), 'old')
  chmodSync(at('target.csv'), 0o640)
  symlinkSync('target.csv', at('link.csv'))
  symlinkSync('later.csv', at('dangling.csv'))
  await writeOut(at('link.csv'), chunks('new', 2))
  await writeOut(at('dangling.csv'), chunks('x', 1))
  expect([lstatSync(at('link.csv')).isSymbolicLink(), readFileSync(at('target.csv'), 'utf8')]).toEqual([true, 'newnew'])
  expect([lstatSync(at('dangling.csv')).isSymbolicLink(), readFileSync(at('later.csv'), 'utf8')]).toEqual([true, 'x'])
  expect(statSync(at('target.csv')).mode & 0o777).toBe(0o640)
})

test('write into a device or a pipe without replacing it', async () => {
  const before = statSync('/dev/null')
  await writeOut('/dev/null', chunks('x', 3))
  expect([statSync('/dev/null').isCharacterDevice(), statSync('/dev/null').ino]).toEqual([true, before.ino])
  execFileSync('mkfifo', [at('pipe')])
  const reader = spawn('cat', [at('pipe')])
  let read = ''
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk
  })
  const ended = new Promise((done) => reader.once('close', done))
  await writeOut(at('pipe'), chunks('abc', 2))
  await ended
  expect([read, lstatSync(at('pipe')).isFIFO()]).toEqual(['abcabc', true])
})

test('write into a link to the open file of a process without replacing the file', async () => {
  const open = openSync(at('open.csv'), 'w')
  symlinkSync(`/proc/self/fd/${open}`, at('descriptor.csv'))
  await writeOut(at('descriptor.csv'), chunks('x', 2))
  expect(readFileSync(at('open.csv'), 'utf8')).toBe('xx')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  closeSync(open)
})

test('replace a file in memory as a whole, too', async () => {
  const shared = mkdtempSync('/dev/shm/coldfleet-write-')
  const file = join(shared, 'list.csv')
  writeFileSync(file, 'old')
  async function* failing() {
    yield 'half'
    throw new Error('lost')
  }
  await expect(writeOut(file, failing())).rejects.toThrow('lost')
  expect(readFileSync(file, 'utf8')).toBe('old')
  rmSync(shared, { recursive: true })
})

test('never mix two runs to one file: the last complete one stays', async () => {
  const first = writeOut(at('both.csv'), chunks('a'.repeat(1_000), 40))
  async function* longer() {
    yield* chunks('b'.repeat(1_000), 50)
    await first
    yield* chunks('b'.repeat(1_000), 10)
  }
  await writeOut(at('both.csv'), longer())
  expect(readFileSync(at('both.csv'), 'utf8')).toBe('b'.repeat(60_000))
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('leave the old file and nothing else after a run that fails in the middle', async () => {
  writeFileSync(at('kept.csv'), 'old')
  async function* failing() {
    yield 'half'
    throw new Error('lost')
  }
  await expect(writeOut(at('kept.csv'), failing())).rejects.toThrow('lost')
  expect(readFileSync(at('kept.csv'), 'utf8')).toBe('old')
  await expect(writeOut(folder, chunks('x', 1))).rejects.toMatchObject({
    word: 'cli.outIsFolder',
    exitCode: 1,
    values: { path: folder },
  })
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('remove the draft of a killed run in the next run to the same file, and no other drafts', async () => {
  const target = at('nightly.csv')
  const killed = spawn(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    `
    const { fileSink } = await import('./src/cli/write-file.ts')
    await (await fileSink(${JSON.stringify(target)})).write('half')
    console.log('begun')
    setInterval(() => undefined, 1_000)`,
  ])
  await new Promise((begun) => killed.stdout.once('data', begun))
  const drafts = () =>
    readdirSync(folder).filter((name) => name.startsWith('nightly.csv.') || name.startsWith('other.csv.'))
  expect(drafts()).toHaveLength(1)
  const [left = ''] = drafts()
  writeFileSync(at(left.replace('nightly', 'other')), 'half of another file')
  await writeOut(target, chunks('whole', 1))
  expect(drafts(), 'a run that goes on keeps its draft').toHaveLength(2)
  const gone = new Promise((done) => killed.once('close', done))
  killed.kill('SIGKILL')
  await gone
  await writeOut(target, chunks('whole', 1))
  expect(drafts()).toEqual([left.replace('nightly', 'other')])
  expect(readFileSync(target, 'utf8')).toBe('whole')
})
