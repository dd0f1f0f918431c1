import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { disguisedFiles, gifOf, goodPictures, jpegOf, pngFlood } from '#tests/support/pictures.ts'
import { reEncode, toPrint } from './re-encode.ts'

const disguised = await disguisedFiles()
const good = await goodPictures()

test('Have 24 disguised files and 6 good ones to test with', () => {
  expect([disguised.length, good.length]).toEqual([24, 6])
})

test.each(disguised)('Refuse %s', async (_what, _name, bytes) => {
  await expect(reEncode(bytes)).rejects.toMatchObject({ code: 'IMAGE_TYPE' })
})

test.each(good)('Keep %s, without anything but the picture', async (_what, _name, bytes, { width, height, type }) => {
  const stored = await reEncode(bytes)
  expect(stored).toMatchObject({ width, height, extension: type })
  expect(stored.bytes.toString('latin1')).not.toMatch(/Secret|GPS|Exif|<script/)
  const found = await sharp(stored.bytes).metadata()
  expect(found).toMatchObject({ width, height, format: type === 'jpg' ? 'jpeg' : type })
  expect([found.exif, found.xmp, found.iptc, found.orientation, found.pages ?? 1]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    1,
  ])
  // No bytes follow the end of the picture.
  const pixels = await sharp(stored.bytes).raw().toBuffer()
  expect(pixels.length).toBeGreaterThanOrEqual(width * height * 3)
})

test('Keep the colours of a picture', async () => {
  for (const [, , bytes, { type }] of good.slice(0, 5)) {
    const [red = 0, green = 0, blue = 0] = await sharp((await reEncode(bytes)).bytes)
      .raw()
      .toBuffer()
    const off = Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x30), Math.abs(blue - 0x20))
    expect(off, type).toBeLessThanOrEqual(type === 'png' ? 0 : 6)
  }
})

test('Refuse a picture of 5 MB, and accept one that is a byte smaller', async () => {
  const most = 5 * 1024 * 1024
  await expect(reEncode(await jpegOf(most))).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' })
  expect(await reEncode(await jpegOf(most - 1))).toMatchObject({ width: 800, height: 600 })
})

test('Refuse a picture of too many pixels at once, in little memory', async () => {
  const flood = pngFlood(20_000, 20_000)
  expect(flood.length).toBeLessThan(5 * 1024 * 1024)
  const before = process.memoryUsage().rss
  const startedAt = performance.now()
  await expect(reEncode(flood)).rejects.toMatchObject({
    code: 'IMAGE_TOO_LARGE',
    details: { word: 'error.imagePixels', values: { megapixels: 40 } },
  })
  await expect(reEncode(gifOf(1, 65_000, 65_000))).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' })
  expect(performance.now() - startedAt).toBeLessThan(500)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('Store one picture of a GIF with 10,000 frames, in less than half a second', async () => {
  const startedAt = performance.now()
  expect(await reEncode(gifOf(10_000))).toMatchObject({ width: 8, height: 8, extension: 'png' })
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('Give a report pictures in a format of PDF, no larger than paper', async () => {
  const large = await sharp({ create: { width: 3_000, height: 1_000, channels: 4, background: '#00000000' } })
    .webp()
    .toBuffer()
  const printed = await toPrint(large)
  expect([printed.width, printed.height, (await sharp(printed.bytes).metadata()).format]).toEqual([1_754, 585, 'jpeg'])
  expect([...(await sharp(printed.bytes).raw().toBuffer())].slice(0, 3)).toEqual([255, 255, 255])
})

test('Load the decoder again after a failure, which says nothing about the picture', async () => {
  let tries = 0
  vi.resetModules()
  vi.doMock('sharp', () => ({
    get default() {
      if (++tries === 1) throw new Error('too many open files')
      return sharp
    },
  }))
  const { reEncode: reEncodeAnew } = await import('./re-encode.ts')
  const [, , bytes] = good[0] ?? []
  await expect(reEncodeAnew(bytes ?? Buffer.alloc(0))).rejects.toMatchObject({ code: 'BUSY' })
  expect((await reEncodeAnew(bytes ?? Buffer.alloc(0))).bytes.length).toBeGreaterThan(0)
  vi.doUnmock('sharp')
})
