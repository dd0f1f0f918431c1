import { expect, test } from 'vitest'
import { imageProblem } from './image-check.ts'

test('Refuse a text, a file without a type, an SVG and a file of 5 MB before the upload', () => {
  expect(imageProblem({ type: 'text/plain', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: '', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/svg+xml', size: 10 })).toBe('error.imageType')
  expect(imageProblem({ type: 'image/png', size: 5_242_880 })).toBe('error.imageTooLarge')
  expect(imageProblem({ type: 'image/png', size: 5_242_879 })).toBeNull()
  expect(imageProblem({ type: 'image/jpeg', size: 1 })).toBeNull()
})
