import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOwner } from '#server/db/folder-owner.ts'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import { hastyFlags, type RunningServer, serverEntry, startServer } from '#tests/support/http-server.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'

const settings = { DEMO: '0', ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Frost#Pine88' }
let dataDir: string
let environment: Record<string, string>
let server: RunningServer

const run = (own: Record<string, string>): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [...hastyFlags, ...serverEntry], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...own },
    encoding: 'utf8',
    timeout: 30_000,
  })

/** Read status and body over a keep-alive connection, like that of a load balancer. */
const over = (agent: Agent, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(`${server.url}${path}`, { agent }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.on('error', reject)
    asked.end()
  })

beforeAll(async () => {
  const product = await migratedProduct('process')
  dataDir = product.dataDir
  environment = { ...product.environment, ...settings }
  server = await startServer({ environment })
}, 120_000)
afterAll(async () => {
  await server.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the process', () => {
  test('ends with the list of all errors in its environment', () => {
    const refused = run({ PORT: 'many', TZ_BUSINESS: 'Mars' })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(
      'The configuration has 2 problems:\n  PORT: must be a whole number from 0 to 65535\n  TZ_BUSINESS: ',
    )
    expect(refused.stderr).not.toContain('    at ')
  })

  test('ends at once, naming the setting, if the folder cannot be created or the address is in use', () => {
    const folder = run({ DATA_DIR: '/proc/coldfleet' })
    expect(folder.status).toBe(1)
    expect(folder.stderr).toMatch(/^DATA_DIR: the folder cannot be used: .*\n$/)
    const nowhere = mkdtempSync(join(tmpdir(), 'coldfleet-process-'))
    const taken = run({ DATA_DIR: nowhere, PORT: new URL(server.url).port })
    expect(taken.status).toBe(1)
    expect(taken.stderr).toContain('HOST, PORT: cannot listen on 127.0.0.1:')
    // The error was detected before anything was loaded.
    expect(readdirSync(nowhere)).not.toContain('database')
    rmSync(nowhere, { recursive: true, force: true })
  })

  test('leaves a folder of a running process alone, and names that process', async () => {
    const refused = run({ DATA_DIR: dataDir })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(`is in use by coldfleet server (process ${server.pid}, since `)
    expect(refused.stderr).toContain(`at ${server.url})`)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await findOwner(dataDir)).toMatchObject({ pid: server.pid, url: server.url })
  })

  test('writes no password to its output', () => {
    expect(server.output()).not.toContain(settings.ADMIN_PASSWORD)
  })

  test('when stopped: not ready at once, running requests are answered, exit code 0, folder free', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 120 })
    await Promise.all(Array.from({ length: 100 }, () => over(agent, '/healthz')))
    const inFlight = Array.from({ length: 100 }, () => over(agent, '/trpc/auth.publicKey'))
    const startedAt = Date.now()
    const exit = server.stop()
    let state = ''
    // It reports this before it refuses requests: otherwise this loop would end in an error.
    while (!state.includes('stopping')) state = (await over(agent, '/readyz')).body
    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(await exit).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    expect(await findOwner(dataDir)).toBeNull()
  })

  test('when stopped while it opens its folder: gives up, leaves no lock and no stack, and exit code 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldfleet-process-'))
    const child = spawn(process.execPath, [...hastyFlags, ...serverEntry], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...environment, DATA_DIR: folder, DEMO: '1' },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('schema brought up to date')) child.kill()
      })
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(said).toContain('"msg":"stopped"')
    expect(said).not.toMatch(/ {4}at |Coldfleet answers|"msg":"ready"/)
    expect(readdirSync(folder).filter((name) => name.startsWith('owner'))).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('started by npm: stopping npm stops it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldfleet-process-'))
    const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'standing-in', version: '0.0.1', scripts: { start } }),
    )
    mkdirSync(join(folder, 'scripts'))
    const standIn =
      "process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) }); setTimeout(() => 0, 20_000); console.log('begun')"
    writeFileSync(join(folder, 'scripts', 'start.mjs'), standIn)
    const npm = spawn('npm', ['start'], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } })
    let said = ''
    npm.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('begun')) npm.kill()
    })
    await new Promise((resolve) => npm.once('close', resolve))
    expect(said).toContain('stopped')
    rmSync(folder, { recursive: true, force: true })
  }, 30_000)

  test('ends with one sentence and advice if its database is damaged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldfleet-process-'))
    cpSync(embeddedFolder(dataDir), embeddedFolder(folder), { recursive: true })
    truncateSync(join(embeddedFolder(folder), 'global/pg_control'), 0)
    const refused = run({ DATA_DIR: folder })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(
      /^DATA_DIR: the database in \S+ is damaged \(global\/pg_control: unreadable\)\. There is no snapshot in .*\n$/,
    )
    expect(refused.stdout).toBe('')
    rmSync(folder, { recursive: true, force: true })
  })

  test('starts again on its data, and creates no second first manager', async () => {
    server = await startServer({ environment: { ...environment, ADMIN_PASSWORD: 'Other#Pass26' } })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    // Stopped while it still vacuums its tables.
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain('    at ')
    expect(await findOwner(dataDir)).toBeNull()
  }, 60_000)
})
