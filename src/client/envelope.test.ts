import { expect, test } from 'vitest'
import { isSignedOut, isSuccess } from './envelope.ts'

test('Classify the codes as the documents do', () => {
  expect([200, 'A00000', 400, '200', 50008, undefined].map(isSuccess)).toEqual([true, true, false, false, false, false])
  expect([50008, 50012, 50014, 403, 200, 'A00000'].map(isSignedOut)).toEqual([true, true, true, false, false, false])
})
