import sharp from 'sharp'
import { expect, test } from 'vitest'
import { disguisedFiles, gifOf, goodPictures, jpegOf, pngFlood } from '#tests/support/pictures.ts'
import { reEncode, toPrint } from './re-encode.ts'

const disguised = await disguisedFiles()
const good = await goodPictures()

test('there are 24 disguised files and 6 good ones', () => {
  expect([disguised.length, good.length]).toEqual([24, 6])
})

test.each(disguised)('%s is no picture', async (_what, _name, bytes) => {
  await expect(reEncode(bytes)).rejects.toMatchObject({ code: 'IMAGE_TYPE' })
})

test.each(good)(
  '%s is kept, without anything but the picture',
  async (_what, _name, bytes, { width, height, type }) => {
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
    // Nothing is behind the end: the picture written again as it is has the same length.
    const pixels = await sharp(stored.bytes).raw().toBuffer()
    expect(pixels.length).toBeGreaterThanOrEqual(width * height * 3)
  },
)

test('a picture keeps its colours', async () => {
  for (const [, , bytes, { type }] of good.slice(0, 5)) {
    const [red = 0, green = 0, blue = 0] = await sharp((await reEncode(bytes)).bytes)
      .raw()
      .toBuffer()
    const off = Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x30), Math.abs(blue - 0x20))
    expect(off, type).toBeLessThanOrEqual(type === 'png' ? 0 : 6)
  }
})

test('a picture of 5 MB is too large, one byte less is not', async () => {
  const most = 5 * 1024 * 1024
  await expect(reEncode(await jpegOf(most))).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' })
  expect(await reEncode(await jpegOf(most - 1))).toMatchObject({ width: 800, height: 600 })
})

test('a picture of more pixels than anybody needs is refused at once, in little memory', async () => {
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

test('a GIF of 10,000 frames is one picture, soon', async () => {
  const startedAt = performance.now()
  expect(await reEncode(gifOf(10_000))).toMatchObject({ width: 8, height: 8, extension: 'png' })
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('a report gets pictures that PDF knows, no larger than paper', async () => {
  const large = await sharp({ create: { width: 3_000, height: 1_000, channels: 4, background: '#00000000' } })
    .webp()
    .toBuffer()
  const printed = await toPrint(large)
  expect([printed.width, printed.height, (await sharp(printed.bytes).metadata()).format]).toEqual([1_754, 585, 'jpeg'])
  expect([...(await sharp(printed.bytes).raw().toBuffer())].slice(0, 3)).toEqual([255, 255, 255])
})
