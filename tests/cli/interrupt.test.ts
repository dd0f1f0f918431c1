import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startColdfleet } from '#tests/support/coldfleet.ts'
import { lineOf, writeInputs } from '#tests/support/command-lines.ts'
import { has, leaves } from '#tests/support/commands.ts'

/** Accepts connections and never answers. */
let silent: Server
const sockets = new Map<string, Socket>()
const folder = mkdtempSync(join(tmpdir(), 'coldfleet-interrupt-'))

beforeAll(async () => {
  writeInputs(folder)
  silent = createServer((socket) => {
    socket.on('error', () => undefined)
    // The path of the address identifies the command.
    socket.once('data', (head) => sockets.set(/^\S+ \/([^/]+)\//.exec(head.toString())?.[1] ?? '', socket))
  })
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  for (const socket of sockets.values()) socket.destroy()
  silent.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = readFileSync('tests/cli/commands.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | '))
const at = rows[0]?.indexOf('interrupted') ?? -1
const ending = rows.filter((cells) => cells[at] === '130').map(([path = '']) => path.slice(2))
/** Commands that only use local data, or need a server only for its catalogue. */
const withoutServer = ['db migrate', 'db distribute', 'db snapshots', 'db restore', 'keys accept', 'select', 'collect']

const interrupted = async (path: string, number: number): Promise<void> => {
  const leaf = leaves.find((one) => one.path === path)
  if (!leaf) throw new Error(`no command ${path}`)
  const name = `command-${number}`
  const out = join(folder, `${name}.out`)
  const args = [...lineOf(path, folder), ...(has(leaf, '--out') ? ['--out', out] : [])]
  const { child, ended } = startColdfleet(args, {
    environment: {
      COLDFLEET_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/${name}`,
      COLDFLEET_TOKEN: 'none',
    },
    input: 'Abc!23CDx\n',
  })
  await expect.poll(() => sockets.has(name) || child.exitCode !== null, { timeout: 30_000, interval: 20 }).toBe(true)
  child.kill(number % 2 === 0 ? 'SIGINT' : 'SIGTERM')
  const { status, stdout, stderr } = await ended
  expect([path, status, stdout]).toEqual([path, 130, ''])
  expect(stderr.trim().split('\n').at(-1), path).toMatch(
    /interrupted; no half file was left|cancelled; nothing was changed/,
  )
}

test('end every command that waits for a server with 130 at Ctrl-C and SIGTERM, without leaving a file', async () => {
  const waiting = ending.filter((path) => !withoutServer.includes(path))
  expect(waiting.length).toBeGreaterThan(25)
  const before = readdirSync(folder)
  const queue = waiting.map((path, number) => ({ path, number }))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await interrupted(next.path, next.number)
  }
  await Promise.all([work(), work(), work()])
  expect(readdirSync(folder)).toEqual(before)
}, 120_000)
