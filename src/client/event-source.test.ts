import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents } from './event-source.ts'

const streamOf = (pieces: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

async function read(pieces: Uint8Array<ArrayBuffer>[]) {
  const events = []
  for await (const event of readEvents(streamOf(pieces))) events.push(event)
  return events
}

test('Read whole events however the network splits the stream', async () => {
  const stream = new TextEncoder().encode(
    ': hello\r\nevent: connected\r\ndata: {}\r\n\r\nid: 7\ndata: 第一行\ndata: second\n\nevent: nothing\n\ndata:last\n\n',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: stream.length })), async (cuts) => {
      const ends = [...cuts, stream.length].sort((one, other) => one - other)
      const events = await read(ends.map((end, index) => stream.slice(ends[index - 1] ?? 0, end)))
      expect(events).toEqual([
        { type: 'connected', data: '{}', id: undefined },
        { type: 'message', data: '第一行\nsecond', id: '7' },
        { type: 'message', data: 'last', id: '7' },
      ])
    }),
    { numRuns: 60 },
  )
})
