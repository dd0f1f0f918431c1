import type { useWord } from '#client/i18n.ts'
import { imageBytesLimit } from '#shared/uploads.ts'

type Word = Parameters<ReturnType<typeof useWord>>[0]

/**
 * Return why a file is not uploaded at all, in the documented words; null = the server checks its content. An SVG can
 * contain scripts and is not accepted.
 */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): Word | null {
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return 'error.imageType'
  return size >= imageBytesLimit ? 'error.imageTooLarge' : null
}

type Chosen<Image> = { images: Image[]; mainImage: string | null }

/** Add a picture; the first one becomes the main picture. */
export const withImage = <Image extends { path: string }>(
  { images, mainImage }: Chosen<Image>,
  image: Image,
): Chosen<Image> => ({
  images: [...images, image],
  mainImage: mainImage ?? image.path,
})

/** Remove a picture; if it was the main one, the first remaining picture replaces it. */
export function withoutImage<Image extends { path: string }>(
  { images, mainImage }: Chosen<Image>,
  path: string,
): Chosen<Image> {
  const remaining = images.filter((image) => image.path !== path)
  return { images: remaining, mainImage: mainImage === path ? (remaining[0]?.path ?? null) : mainImage }
}
