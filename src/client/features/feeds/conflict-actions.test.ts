import { expect, test } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { transition } from '#shared/transitions.ts'
import { possibleActions } from './conflict-actions.ts'

test('Offer in the queue only the decisions that the states of all chosen machines allow', () => {
  expect(possibleActions([])).toEqual([])
  expect(possibleActions([{ state: 'repairing' }, { state: 'repairing' }])).toEqual(['return', 'keep'])
  expect(possibleActions([{ state: 'lost' }])).toEqual(['found', 'keep'])
  expect(possibleActions([{ state: 'lost' }, { state: 'repairing' }])).toEqual(['keep'])
  for (const state of deviceStates) {
    const offered = possibleActions([{ state }])
    const allows = (event: Parameters<typeof transition>[1]) =>
      transition({ type: 'T30', state }, event).kind === 'change'
    expect([state, offered.includes('return')]).toEqual([state, allows({ cause: 'repairReturn', outcome: 'fixed' })])
    expect([state, offered.includes('found')]).toEqual([state, allows({ cause: 'found' })])
  }
})
