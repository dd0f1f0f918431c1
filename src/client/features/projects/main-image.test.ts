import { expect, test } from 'vitest'
import { withImage, withoutImage } from './main-image.ts'

const [first, second, third] = [{ path: 'a' }, { path: 'b' }, { path: 'c' }]

test('Make the first picture the main one, but not later ones', () => {
  const one = withImage({ images: [], mainImage: null }, first)
  expect(one).toEqual({ images: [first], mainImage: 'a' })
  expect(withImage(one, second)).toEqual({ images: [first, second], mainImage: 'a' })
})

test('Make the first remaining picture the main one after the main picture is removed, or none', () => {
  const chosen = { images: [first, second, third], mainImage: 'b' }
  expect(withoutImage(chosen, 'b')).toEqual({ images: [first, third], mainImage: 'a' })
  expect(withoutImage(chosen, 'a')).toEqual({ images: [second, third], mainImage: 'b' })
  expect(withoutImage({ images: [first], mainImage: 'a' }, 'a')).toEqual({ images: [], mainImage: null })
})
