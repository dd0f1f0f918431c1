import { expect, test, vi } from 'vitest'
import { sayStateChanges } from './state-changes.ts'

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
