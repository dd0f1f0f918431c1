import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import express from 'express'
import { expect, test } from 'vitest'
import { messagesOf } from './express-messages.ts'

test('Create requests and responses that Express does not have to change', async () => {
  const application = express()
  application.get('/', (request, response) => response.json({ path: request.path, secure: request.secure }))
  const server = createServer(messagesOf(application))
  const prototypes: unknown[] = []
  server.on('request', (request, response) => {
    prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
    application(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(await answer.json()).toEqual({ path: '/', secure: false })
    expect(prototypes).toEqual([application.request, application.response])
    expect(prototypes[0]).toBe(application.request)
    expect(prototypes[1]).toBe(application.response)
  } finally {
    server.close()
  }
})

test('Keep the fields of requests and responses where V8 finds them quickly', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const hasFastFields = new Function('message', 'return %HasFastProperties(message)') as (message: object) => boolean
  const application = express()
  application.get('/', (request, response) => response.json([request, response].map(hasFastFields)))
  const server = createServer(messagesOf(application), application).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const answers: unknown[] = []
    for (let times = 0; times < 20; times += 1) answers.push(await (await fetch(`http://127.0.0.1:${port}/`)).json())
    expect(answers).toEqual(answers.map(() => [true, true]))
  } finally {
    server.close()
  }
})

test('Leave the messages of another listener alone', () => {
  expect(messagesOf(() => undefined)).toEqual({})
  expect(Object.keys(messagesOf(express()))).toEqual(['IncomingMessage', 'ServerResponse'])
})
