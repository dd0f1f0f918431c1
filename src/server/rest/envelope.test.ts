import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { type Envelope, sendEnvelope, success } from './envelope.ts'

async function sent(envelope: Envelope): Promise<{ text: string; type: string | null }> {
  const application = express()
  application.get('/', (_request, response) => sendEnvelope(response, envelope))
  const server = createServer(application).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return { text: await answer.text(), type: answer.headers.get('content-type') }
  } finally {
    server.close()
  }
}

test('Send a long list in pieces as the same JSON as in one piece', async () => {
  const errors = Array.from({ length: 5_001 }, (_, line) => ({ line, serial: `"\\ ${line}`, text: '不是 JSON' }))
  for (const data of [
    { read: 3, errors, dryRun: true },
    { errors },
    { errors: errors.slice(0, 2_001), others: errors },
    { errors: errors.slice(0, 2_000) },
  ]) {
    const { text, type } = await sent(success(data))
    expect(text === JSON.stringify(success(data))).toBe(true)
    expect(type).toBe('application/json; charset=utf-8')
  }
})
