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
