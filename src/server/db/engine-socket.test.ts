import { expect, test } from 'vitest'
import { EngineSocket } from './engine-socket.ts'

const simple = (text: string) => {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

function openSocket() {
  const sent: { text: string; begins: boolean }[] = []
  const heard: Buffer[] = []
  const socket = new EngineSocket(
    async () => undefined,
    (bytes, begins) => sent.push({ text: Buffer.from(bytes).toString('latin1', 5).replace('\0', ''), begins }),
  )
  socket.on('data', (bytes: Buffer) => heard.push(bytes))
  return { socket, sent, heard }
}
const aWhile = () => new Promise((resolve) => setImmediate(resolve))

test('send `begin` with the first statement of a transaction, and answer `begin` at once', async () => {
  const { socket, sent, heard } = openSocket()
  socket.write(simple('begin'))
  await aWhile()
  expect(sent).toEqual([])
  expect(Buffer.concat(heard).toString('latin1')).toBe('C\0\0\0\nBEGIN\0Z\0\0\0\x05T')
  socket.write(simple('select 1'))
  socket.write(simple('commit'))
  expect(sent).toEqual([
    { text: 'select 1', begins: true },
    { text: 'commit', begins: false },
  ])
})

test('leave any other form of `begin` to the engine', async () => {
  const { socket, sent, heard } = openSocket()
  socket.write(simple('start transaction isolation level repeatable read'))
  socket.write(simple('begin read only'))
  await aWhile()
  expect(sent.map(({ begins }) => begins)).toEqual([false, false])
  expect(heard).toEqual([])
})

test('pass a second `begin` inside the first to the engine, which warns about it', async () => {
  const { socket, sent } = openSocket()
  socket.write(simple('begin'))
  socket.write(simple('begin'))
  await aWhile()
  expect(sent).toEqual([{ text: 'begin', begins: true }])
})

test('answer `begin` after the statements that were sent before it', async () => {
  const { socket, sent, heard } = openSocket()
  socket.write(simple('select 1'))
  socket.write(simple('begin'))
  await aWhile()
  expect(heard).toEqual([])
  socket.answer(Buffer.from('part'), false)
  socket.answer(Buffer.from('rest'), true)
  await aWhile()
  expect(Buffer.concat(heard).toString('latin1')).toBe('partrestC\0\0\0\nBEGIN\0Z\0\0\0\x05T')
  socket.write(simple('select 2'))
  expect(sent).toEqual([
    { text: 'select 1', begins: false },
    { text: 'select 2', begins: true },
  ])
})
