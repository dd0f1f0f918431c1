import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSms } from './sms.ts'

const message = {
  phone: '13800000001',
  purpose: 'resetPassword',
  code: '482915',
  text: 'Code 482915',
  minutes: 5,
} as const
const now = Date.parse('2026-11-20T04:00:00Z')

function openSms(webhookUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-sms-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const said: unknown[] = []
  const log = (...parts: unknown[]) => void said.push(parts)
  const time = { now }
  return {
    dataDir,
    said,
    time,
    sms: createSms({ webhookUrl, dataDir, logger: { info: log, error: log }, clock: () => new Date(time.now) }),
  }
}

test('Write a message to the outbox without a service, for the owner alone; log neither code nor phone', async () => {
  const { dataDir, said, sms } = openSms(null)
  sms.send(message)
  await sms.close()
  const outbox = join(dataDir, 'outbox')
  const [file = '', ...others] = readdirSync(outbox)
  expect(others).toEqual([])
  expect(statSync(outbox).mode & 0o777).toBe(0o700)
  expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600)
  const content = readFileSync(join(outbox, file), 'utf8')
  expect(JSON.parse(content)).toMatchObject({ at: '2026-11-20T04:00:00.000Z', phone: '138****0001', code: '482915' })
  for (const secret of ['482915', '13800000001']) expect(JSON.stringify(said) + file).not.toContain(secret)
  expect(said).toHaveLength(1)
})

test('Send the whole message to the service; report a failure to every caller for a minute', async () => {
  const taken: unknown[] = []
  let status = 204
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      taken.push(JSON.parse(body))
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())))
  const { said, time, sms } = openSms(`http://127.0.0.1:${(server.address() as AddressInfo).port}/send`)
  sms.send(message)
  await sms.close()
  expect(taken).toEqual([message])
  expect(sms.isBroken()).toBe(false)
  status = 500
  sms.send(message)
  await sms.close()
  expect(sms.isBroken()).toBe(true)
  expect(JSON.stringify(said)).not.toContain('482915')
  time.now += 60_000
  expect(sms.isBroken()).toBe(false)
})
