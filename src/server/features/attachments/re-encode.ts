import type { StoredExtension } from '#server/services/stored-names.ts'
import { createTurns } from '#server/services/turns.ts'
import { AppError } from '#shared/errors.ts'
import { imageBytesLimit, mostImagePixels } from '#shared/uploads.ts'

type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif'
export type EncodedImage = { bytes: Buffer; extension: StoredExtension; width: number; height: number }

/** The format that the first bytes name, null for everything that we do not take. */
function kindOf(bytes: Uint8Array): ImageKind | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  return null
}

/** Pictures that are decoded at the same time; one of 40 megapixels takes about 160 MB meanwhile. */
const decoding = createTurns(2, 40)
const decodeSeconds = 20
const quality = 90
/** Above this a picture was small in its file alone. */
const mostStoredBytes = 4 * imageBytesLimit
/** Longest side in a report: A4 at 200 dots per inch. */
const printPixels = 1_754

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']
let loading: ReturnType<typeof openSharp> | null = null

/** sharp with every loader closed but the four that we take: whatever a file pretends to be, nothing else ever parses it. */
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
  loading ??= openSharp()
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
 * The same picture, written anew: turned upright, one frame, without metadata and whatever stood behind its end. A GIF becomes a PNG.
 * Decoding happens off the main thread. Source: trust.md U1–U3
 * @throws AppError IMAGE_TYPE for what is no picture of the four kinds, IMAGE_TOO_LARGE for too many bytes or pixels, BUSY
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

/** A stored picture as a report prints it: on white, no larger than paper shows, and in a format that PDF knows. */
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
