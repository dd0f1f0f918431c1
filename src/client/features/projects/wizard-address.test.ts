import { expect, test } from 'vitest'
import { idOf, searchOf, stepOf } from './wizard-address.ts'

test('Read step and project from an address, and ignore values that are neither', () => {
  expect(['?step=3', '?id=7&step=5', '', '?step=6', '?step=1.5', '?step=two'].map(stepOf)).toEqual([
    3,
    5,
    null,
    null,
    null,
    null,
  ])
  expect(['?id=7', '?id=0', '?id=-1', '?id=x', ''].map(idOf)).toEqual([7, null, null, null, null])
})

test('Keep the other parameters of the address when the step changes', () => {
  expect(searchOf('?id=7&active=1&step=2', { step: 3 })).toBe('?id=7&active=1&step=3')
  expect(searchOf('?step=5', { id: 7 })).toBe('?step=5&id=7')
})
