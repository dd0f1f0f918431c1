import type { useWord } from '#client/i18n.ts'
import { imageBytesLimit } from '#shared/uploads.ts'

type Word = Parameters<ReturnType<typeof useWord>>[0]

/** Why a file is not even sent, in the documented words; null = the server looks at its content. A drawing that can carry scripts is no picture. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): Word | null {
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return 'error.imageType'
  return size >= imageBytesLimit ? 'error.imageTooLarge' : null
}

type Chosen<Image> = { images: Image[]; mainImage: string | null }

/** One more picture; the first becomes the main one. */
export const withImage = <Image extends { path: string }>(
  { images, mainImage }: Chosen<Image>,
  image: Image,
): Chosen<Image> => ({
  images: [...images, image],
  mainImage: mainImage ?? image.path,
})

/** One picture less; where it was the main one, the first that remains takes its place. */
export function withoutImage<Image extends { path: string }>(
  { images, mainImage }: Chosen<Image>,
  path: string,
): Chosen<Image> {
  const remaining = images.filter((image) => image.path !== path)
  return { images: remaining, mainImage: mainImage === path ? (remaining[0]?.path ?? null) : mainImage }
}
