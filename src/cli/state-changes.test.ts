import { expect, test, vi } from 'vitest'
import { sayMachines, sayStateChanges } from './state-changes.ts'

test('Name the states of changed machines in the language of the terminal', () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const changes = [
      { from: null, to: 'normal', count: 2 },
      { from: 'low', to: 'offline', count: 17 },
    ] as const
    sayStateChanges([...changes], 'zh')
    sayStateChanges([...changes], 'en')
    expect(said.mock.calls.flat().join('')).toBe('- → 正常: 2\n低算力 → 已下线: 17\n- → Normal: 2\nLow → Offline: 17\n')
  } finally {
    said.mockRestore()
  }
})

test('Name the machines of an undo with the states that they have and get', () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    sayMachines(
      [
        { serial: 'NEW', from: 'normal', to: null },
        { serial: 'A1', from: 'low', to: 'normal' },
        { serial: 'A2', from: 'low', to: 'low' },
      ],
      'en',
    )
    expect(said.mock.calls.flat().join('')).toBe('NEW: Normal → -\nA1: Low → Normal\nA2: Low\n')
  } finally {
    said.mockRestore()
  }
})
