import { expect, test } from 'vitest'
import { imageProblem, withImage, withoutImage } from './image-check.ts'

const [first, second, third] = [{ path: 'a' }, { path: 'b' }, { path: 'c' }]

test('a text, a nameless file and a drawing with scripts are refused before they are sent, and so are 5 MB', () => {
  expect(imageProblem({ type: 'text/plain', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: '', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/svg+xml', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/png', size: 5_242_880 })).toBe('error.imageTooLarge')
  expect(imageProblem({ type: 'image/png', size: 5_242_879 })).toBeNull()
  expect(imageProblem({ type: 'image/jpeg', size: 1 })).toBeNull()
})

test('the first picture becomes the main one, further ones do not', () => {
  const one = withImage({ images: [], mainImage: null }, first)
  expect(one).toEqual({ images: [first], mainImage: 'a' })
  expect(withImage(one, second)).toEqual({ images: [first, second], mainImage: 'a' })
})

test('removing the main picture makes the first that remains the main one, or none', () => {
  const chosen = { images: [first, second, third], mainImage: 'b' }
  expect(withoutImage(chosen, 'b')).toEqual({ images: [first, third], mainImage: 'a' })
  expect(withoutImage(chosen, 'a')).toEqual({ images: [second, third], mainImage: 'b' })
  expect(withoutImage({ images: [first], mainImage: 'a' }, 'a')).toEqual({ images: [], mainImage: null })
})
