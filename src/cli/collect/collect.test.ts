import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseAnswer } from './cgminer.ts'
import { type CollectSettings, collectOnce } from './collector.ts'
import { reportOf } from './report-of.ts'
import { openSpool } from './spool.ts'
import { addressesOf } from './subnet.ts'

const at = new Date('2026-11-20T04:00:00Z')
const antminer = {
  summary:
    '{"STATUS":[{"STATUS":"S","Msg":"Summary"}],"SUMMARY":[{"Elapsed":86400,"GHS 5s":"29512.31","GHS av":28000.5}],"id":1}\0',
  // Old firmwares omit the comma between the two objects.
  stats:
    '{"STATUS":[{"STATUS":"S"}],"STATS":[{"BMMiner":"2.0.0","Type":"Antminer"}{"STATS":0,"fan1":5880,"fan2":6000,"temp2_1":71,"temp2_2":0,"power":3250}],"id":1}\0',
  version: '{"VERSION":[{"BMMiner":"2.0.0","API":"3.1","serial":"T30-0001"}],"id":1}\0',
}

type Behaviour = (command: string, socket: Socket) => void
const answering =
  (answers: Record<string, string>): Behaviour =>
  (command, socket) =>
    void socket.end(answers[command] ?? '{"STATUS":[{"STATUS":"E"}]}\0')
const open = new Set<Socket>()
const servers: Server[] = []
const asked: string[] = []
let port = 0
let folder: string

/** A miner at a loopback address; all listen on one port, as in a real hall. */
async function miner(host: string, behave: Behaviour): Promise<void> {
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      asked.push(bytes.toString())
      behave((JSON.parse(bytes.toString()) as { command: string }).command, socket)
    })
  })
  await new Promise<void>((ready) => server.listen(port, host, ready))
  port = (server.address() as AddressInfo).port
  servers.push(server)
}

/** The next responses of the server; the last one is repeated. */
type Answered = { status: number; body: object; headers?: Record<string, string> }
let answers: Answered[] = []
let received: { token: string; lines: { serial: string; hashRate: number }[] }[] = []
let http: HttpServer
const taken = (accepted: number): Answered => ({
  status: 200,
  body: { code: 200, message: '', data: { read: accepted, accepted, repeated: 0, late: 0, refused: 0, errors: [] } },
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coldfleet-collect-'))
  port = 0
  asked.length = 0
  answers = [taken(1)]
  received = []
  http = createHttpServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const lines = gunzipSync(Buffer.concat(pieces)).toString().split('\n')
      received.push({ token: String(request.headers.authorization), lines: lines.map((line) => JSON.parse(line)) })
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? taken(0)
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  open.clear()
  for (const server of servers.splice(0)) server.close()
  http.closeAllConnections()
  http.close()
  await rm(folder, { recursive: true, force: true })
})

const settingsOf = async (addresses: string[], given: Partial<CollectSettings> = {}): Promise<CollectSettings> => ({
  ...{ addresses, port, concurrency: 8, timeoutMs: 400, serials: new Map(), clock: () => at },
  door: {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    token: 'secret',
    timeoutMs: 2_000,
    tokenRefused: 'the token is refused',
  },
  spool: await openSpool(folder, 10_000_000),
  ...given,
})
const forever = new AbortController().signal

describe('a round', () => {
  test('reads responding miners, skips all other devices, and sends only the three commands', async () => {
    await miner('127.0.0.2', answering(antminer))
    await miner('127.0.0.3', () => undefined)
    await miner('127.0.0.4', (_, socket) => void setInterval(() => socket.write('{'), 50).unref())
    await miner('127.0.0.5', answering({ summary: '{"SUMMARY":[{"GHS 5s":\0' }))
    await miner('127.0.0.6', (_, socket) => socket.destroy())
    await miner('127.0.0.7', answering({ summary: 'HTTP/1.1 400 Bad Request\r\n\r\n' }))
    await miner('127.0.0.8', answering({ summary: '{"SUMMARY":[{"MHS av":20123456.7,"MAC":"c0:ff:ee:00:00:08"}]}' }))
    await miner('127.0.0.9', (command, socket) =>
      command === 'summary' ? answering(antminer)(command, socket) : undefined,
    )
    const serials = new Map([['C0:FF:EE:00:00:08', 'W-8']])
    const round = await collectOnce(await settingsOf(addressesOf(['127.0.0.2-127.0.0.10']) ?? [], { serials }), forever)
    expect(round).toMatchObject({ found: 2, silent: 6, unnamed: ['127.0.0.9'], waiting: 0, problem: null })
    expect(received).toHaveLength(1)
    expect(received[0]?.token).toBe('cat secret')
    expect(received[0]?.lines.sort((left, right) => left.serial.localeCompare(right.serial))).toEqual([
      {
        ...{ serial: 'T30-0001', reportedAt: at.toISOString(), hashRate: 29.512, ip: '127.0.0.2', firmware: '2.0.0' },
        ...{ powerW: 3_250, temperatureC: 71, fanRpm: 6_000 },
      },
      { serial: 'W-8', reportedAt: at.toISOString(), hashRate: 20.123, ip: '127.0.0.8', mac: 'c0:ff:ee:00:00:08' },
    ])
    expect(new Set(asked)).toEqual(new Set(['{"command":"summary"}', '{"command":"stats"}', '{"command":"version"}']))
  })

  test('queries no more machines at a time than configured', async () => {
    let [now, most] = [0, 0]
    for (let host = 2; host <= 12; host += 1)
      await miner(`127.0.0.${host}`, (command, socket) => {
        now += 1
        most = Math.max(most, now)
        setTimeout(() => {
          now -= 1
          answering({ ...antminer, version: `{"VERSION":[{"serial":"T${host}"}]}` })(command, socket)
        }, 20)
      })
    const round = await collectOnce(
      await settingsOf(addressesOf(['127.0.0.0/28']) ?? [], { concurrency: 3, timeoutMs: 5_000 }),
      forever,
    )
    expect(round).toMatchObject({ found: 11 })
    expect(most).toBe(3)
  })

  test('keeps unsent files on disk, sends them first the next time, and never repeats a refused one', async () => {
    await miner('127.0.0.2', answering(antminer))
    const settings = await settingsOf(['127.0.0.2'])
    answers = [{ status: 503, body: { code: 503, message: 'busy', data: null }, headers: { 'retry-after': '7' } }]
    expect(await collectOnce(settings, forever)).toMatchObject({ waiting: 1, problem: 'busy' })
    answers = [{ status: 200, body: { code: 50014, message: 'expired', data: null } }]
    expect(await collectOnce(settings, forever)).toMatchObject({ waiting: 2, problem: 'the token is refused' })
    http.closeAllConnections()
    const gone = { ...settings, door: { ...settings.door, url: 'http://127.0.0.1:1' } }
    expect(await collectOnce(gone, forever)).toMatchObject({ waiting: 3 })
    // A process killed while writing a file leaves a partial one.
    await writeFile(join(folder, 'x.part'), 'half')
    received = []
    answers = [taken(1), { status: 200, body: { code: 400, message: 'wrong', data: null } }, taken(1)]
    const anew = { ...settings, spool: await openSpool(folder, 10_000_000) }
    expect(await collectOnce(anew, forever)).toMatchObject({ accepted: 3, rejected: 1, waiting: 0, problem: 'wrong' })
    expect(received).toHaveLength(4)
    expect(await readdir(folder)).toEqual([])
  })

  test('deletes the oldest file if the disk space is used up, and says so', async () => {
    const spool = await openSpool(folder, 400)
    const line = (serial: string) => ({ serial, reportedAt: at.toISOString(), hashRate: 30, ip: '127.0.0.2' })
    let dropped = 0
    for (let index = 0; index < 8; index += 1) dropped += await spool.keep([line(`S${index}`)])
    const kept = await spool.waiting()
    expect(dropped).toBe(8 - kept.length)
    expect(kept.length).toBeGreaterThan(0)
    expect(gunzipSync(await spool.read(kept.at(-1) ?? '')).toString()).toContain('"S7"')
  })
})

test('read a response as firmwares write it, and never infer a rate that it does not contain', () => {
  expect(parseAnswer('{"a":[{"b":1}{"c":"x\u0007y"},],}\n\0')).toEqual({ a: [{ b: 1 }, { c: 'x y' }] })
  const summary = (fields: object) =>
    reportOf('10.0.0.1', { summary: { SUMMARY: [fields] } }, new Map([['10.0.0.1', 'S1']]), at)
  expect(summary({ 'GHS 5m': 12_000, 'GHS 5s': 1, 'GHS av': 30_000 })).toMatchObject({ hashRate: 12 })
  expect(summary({ 'GHS 5s': 0, 'GHS av': 30_000 })).toMatchObject({ hashRate: 0 })
  expect(summary({ 'THS 5s': 95.5 })).toMatchObject({ hashRate: 95.5 })
  for (const wrong of [{}, { 'GHS 5s': '' }, { 'GHS 5s': 'NaN' }, { 'GHS 5s': -1 }]) expect(summary(wrong)).toBeNull()
})

test('distinguish subnets, ranges and addresses from other texts', () => {
  expect(addressesOf(['192.168.1.0/30'])).toEqual(['192.168.1.1', '192.168.1.2'])
  expect(addressesOf(['10.0.0.7/32', '10.0.0.9-10.0.0.10, 10.0.0.9'])).toEqual(['10.0.0.7', '10.0.0.9', '10.0.0.10'])
  expect(addressesOf(['10.0.0.0/16'])?.length).toBe(65_534)
  for (const wrong of [
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.9-10.0.0.8',
    '10.0.0.0/8',
    '10.0.0.0/33',
    'host',
    '10.0.0.1/24/3',
  ])
    expect(addressesOf([wrong]), wrong).toBeNull()
})

const analyser = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path))
test.runIf(analyser !== undefined)('ship a unit that systemd accepts', async () => {
  // The command itself is installed elsewhere; everything else is verified.
  const { stderr } = await promisify(execFile)(analyser ?? '', [
    'verify',
    '--man=no',
    'deploy/coldfleet-collect.service',
  ])
  expect(stderr.split('\n').filter((line) => line.includes('coldfleet-collect'))).toEqual([])
})
