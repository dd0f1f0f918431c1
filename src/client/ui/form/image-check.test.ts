import { expect, test } from 'vitest'
import { imageProblem, withImage, withoutImage } from './image-check.ts'

const [first, second, third] = [{ path: 'a' }, { path: 'b' }, { path: 'c' }]

test('Refuse a text, a file without a type, an SVG and a file of 5 MB before the upload', () => {
  expect(imageProblem({ type: 'text/plain', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: '', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/svg+xml', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/png', size: 5_242_880 })).toBe('error.imageTooLarge')
  expect(imageProblem({ type: 'image/png', size: 5_242_879 })).toBeNull()
  expect(imageProblem({ type: 'image/jpeg', size: 1 })).toBeNull()
})

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
