import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import type { Storage } from './storage.ts'
import { wholeStorage } from './storage-deadlines.ts'

const deadlines = { firstByteMs: 30, stallMs: 30 }
const never = new Promise<never>(() => undefined)

/** Create a storage with this `open`. */
const opening = (open: Storage['open']): Storage =>
  wholeStorage({ open, remove: () => never } as unknown as Storage, deadlines)
async function* stalling(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
  await never
}

test('Report a file that does not start, or stalls, by its name instead of waiting', async () => {
  for (const storage of [
    opening(() => never),
    opening(async () => ({ stream: Readable.from(stalling()), size: 4 })),
    opening(async () => ({ stream: Readable.from(stalling('ab')), size: 4 })),
  ])
    await expect(storage.read('plan.pdf')).rejects.toMatchObject({
      code: 'STORAGE_SILENT',
      details: { values: { name: 'plan.pdf' } },
    })
  await expect(opening(() => never).remove('plan.pdf')).rejects.toMatchObject({ code: 'STORAGE_SILENT' })
})

test('Report a file that is shorter or longer than announced, and read a complete one', async () => {
  const holding = (content: string) => opening(async () => ({ stream: Readable.from([Buffer.from(content)]), size: 4 }))
  for (const content of ['abc', 'abcde'])
    await expect(holding(content).read('plan.pdf')).rejects.toMatchObject({ code: 'STORAGE_CUT' })
  expect((await holding('abcd').read('plan.pdf')).toString()).toBe('abcd')
  const part = await opening(async () => ({ stream: Readable.from([Buffer.from('bc')]), size: 4 })).open('plan.pdf', {
    start: 1,
    end: 2,
  })
  expect((await buffer(part.stream)).toString()).toBe('bc')
})

test('Close the stream of a file that opens after its deadline, or that nobody reads', async () => {
  const late = Readable.from(['abcd'])
  const slow = opening(() => new Promise((done) => setTimeout(() => done({ stream: late, size: 4 }), 60)))
  await expect(slow.read('plan.pdf')).rejects.toMatchObject({ code: 'STORAGE_SILENT' })
  await vi.waitFor(() => expect(late.destroyed).toBe(true))

  const source = Readable.from(['abcd'])
  const { stream } = await opening(async () => ({ stream: source, size: 4 })).open('plan.pdf')
  stream.destroy()
  await vi.waitFor(() => expect(source.destroyed).toBe(true))
})
