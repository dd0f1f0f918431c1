import { createTurns } from '#server/services/jobs/turns.ts'
import type { StoredExtension } from '#server/services/storage/stored-names.ts'
import { AppError } from '#shared/errors.ts'
import { imageBytesLimit, mostImagePixels } from '#shared/uploads.ts'

type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif'
export type EncodedImage = { bytes: Buffer; extension: StoredExtension; width: number; height: number }

/** Return the image format by the first bytes, or null for one that is not accepted. */
function kindOf(bytes: Uint8Array): ImageKind | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  return null
}

/** At most two pictures are decoded at the same time. One of 40 megapixels takes about 160 MB of memory. */
const decoding = createTurns(2, 40)
const decodeSeconds = 20
const quality = 90
/** The most bytes that a re-encoded picture may have. Only a file with extreme compression exceeds it. */
const mostStoredBytes = 4 * imageBytesLimit
/** Longest side in a report: A4 at 200 dots per inch. */
const printPixels = 1_754

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']
let loading: ReturnType<typeof openSharp> | null = null

/**
 * Load sharp with all loaders blocked except those of the four accepted formats, so that no other parser ever reads an
 * upload.
 */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return (bytes: Uint8Array) =>
    sharp(bytes, { limitInputPixels: mostImagePixels, pages: 1, failOn: 'error' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .toColourspace('srgb')
}

async function decode<T>(work: (open: Awaited<ReturnType<typeof openSharp>>) => Promise<T>): Promise<T> {
  loading ??= openSharp().catch((error: unknown) => {
    // The next picture tries again: a failure to load says nothing about this one.
    loading = null
    throw new AppError('BUSY', {}, error)
  })
  const open = await loading
  return decoding('', () => work(open))
}

const refusalOf = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : error instanceof Error && /pixel limit|too large/i.test(error.message)
      ? new AppError(
          'IMAGE_TOO_LARGE',
          { word: 'error.imagePixels', values: { megapixels: mostImagePixels / 1_000_000 } },
          error,
        )
      : new AppError('IMAGE_TYPE', {}, error)

/**
 * Re-encode a picture: turned upright, first frame only, without metadata and without bytes after its end. A GIF
 * becomes a PNG. Decoding runs off the main thread. Source: trust.md U1–U3
 * @throws AppError IMAGE_TYPE for a file in none of the four formats, IMAGE_TOO_LARGE for too many bytes or pixels,
 * BUSY
 */
export async function reEncode(bytes: Uint8Array): Promise<EncodedImage> {
  const kind = kindOf(bytes)
  if (!kind) throw new AppError('IMAGE_TYPE')
  if (bytes.length >= imageBytesLimit) throw new AppError('IMAGE_TOO_LARGE')
  try {
    return await decode(async (open) => {
      const image = open(bytes)
      const { isPalette } = await image.metadata()
      const written =
        kind === 'jpeg'
          ? image.jpeg({ quality, chromaSubsampling: '4:4:4' })
          : kind === 'webp'
            ? image.webp({ quality, effort: 2 })
            : image.png({ compressionLevel: 6, palette: isPalette })
      const { data, info } = await written.toBuffer({ resolveWithObject: true })
      if (data.length > mostStoredBytes)
        throw new AppError('IMAGE_TOO_LARGE', {
          word: 'error.imageUnpacked',
          values: { megabytes: mostStoredBytes / 1_048_576 },
        })
      return {
        bytes: data,
        extension: kind === 'jpeg' ? 'jpg' : kind === 'webp' ? 'webp' : 'png',
        width: info.width,
        height: info.height,
      }
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Convert a stored picture for a report: on white, no larger than the paper needs, and in a format of PDF. */
export async function toPrint(bytes: Uint8Array): Promise<Omit<EncodedImage, 'extension'>> {
  const drawn = kindOf(bytes) === 'png'
  return decode(async (open) => {
    const image = open(bytes)
      .flatten({ background: '#ffffff' })
      .resize({ width: printPixels, height: printPixels, fit: 'inside', withoutEnlargement: true })
    const written = drawn ? image.png({ compressionLevel: 6 }) : image.jpeg({ quality })
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
}
