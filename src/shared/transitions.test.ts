import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeviceState, deviceStates, telemetryStates } from './devices.ts'
import {
  complies,
  type DeviceEvent,
  isTelemetryState,
  type Telemetry,
  telemetryState,
  transition,
} from './transitions.ts'

const telemetry = (given: Partial<Telemetry> = {}): Telemetry => ({
  reported: true,
  activeWorkerState: true,
  hashRate: 30,
  alarm: false,
  ...given,
})
const anyTelemetry: fc.Arbitrary<Telemetry> = fc.record({
  reported: fc.boolean(),
  activeWorkerState: fc.boolean(),
  hashRate: fc.option(fc.double({ min: 0, max: 1_000, noNaN: true })),
  alarm: fc.boolean(),
})
const anyEvent: fc.Arbitrary<DeviceEvent> = fc.oneof(
  fc.record({ cause: fc.constant('feed' as const), telemetry: anyTelemetry, afterReturn: fc.boolean() }),
  fc.constantFrom<DeviceEvent[]>({ cause: 'repairOut' }, { cause: 'lost' }, { cause: 'found' }, { cause: 'scrap' }),
  fc.record({
    cause: fc.constant('repairReturn' as const),
    outcome: fc.constantFrom('fixed' as const, 'noFault' as const, 'notRepairable' as const),
  }),
)
const stateAfter = (state: DeviceState, event: DeviceEvent) => {
  const answer = transition({ type: 'T30', state }, event)
  return answer.kind === 'change' ? answer.to : answer.kind
}

describe('the state of a device', () => {
  test('follows its newest report: offline, warn, low or normal, in this order', () => {
    const states: [Partial<Telemetry>, string][] = [
      [{ reported: false }, 'offline'],
      [{ hashRate: null }, 'offline'],
      [{ hashRate: 0 }, 'offline'],
      [{ activeWorkerState: false }, 'warn'],
      [{ alarm: true, hashRate: 1 }, 'warn'],
      [{ hashRate: 25.49 }, 'low'],
      [{ hashRate: 25.5 }, 'normal'],
    ]
    for (const [given, state] of states) expect(telemetryState('T30', telemetry(given))).toBe(state)
    expect([complies('T20', 17), complies('T20', 16.99), complies('T20', null)]).toEqual([true, false, false])
  })

  test('follows the table of events, and refuses every other change', () => {
    const feed = (given: Partial<Telemetry>, afterReturn = true): DeviceEvent => ({
      cause: 'feed',
      telemetry: telemetry(given),
      afterReturn,
    })
    for (const state of telemetryStates) {
      expect(stateAfter(state, { cause: 'repairOut' })).toBe('repairing')
      expect(stateAfter(state, { cause: 'found' })).toBe('refused')
      expect(stateAfter(state, { cause: 'repairReturn', outcome: 'fixed' })).toBe('refused')
    }
    expect(stateAfter('repairing', { cause: 'repairOut' })).toBe('refused')
    expect(stateAfter('repairing', { cause: 'repairReturn', outcome: 'noFault' })).toBe('repaired')
    expect(stateAfter('repairing', { cause: 'repairReturn', outcome: 'notRepairable' })).toBe('scrap')
    expect([stateAfter('repairing', feed({})), stateAfter('repairing', feed({ hashRate: 0 }))]).toEqual([
      'conflict',
      'unchanged',
    ])
    expect([
      stateAfter('lost', feed({})),
      stateAfter('lost', feed({ reported: false })),
      stateAfter('lost', { cause: 'found' }),
    ]).toEqual(['conflict', 'unchanged', 'offline'])
    expect([
      stateAfter('repaired', feed({})),
      stateAfter('repaired', feed({}, false)),
      stateAfter('repaired', feed({ reported: false })),
    ]).toEqual(['normal', 'unchanged', 'unchanged'])
    expect(stateAfter('repaired', { cause: 'repairOut' })).toBe('repairing')
  })

  test('never leaves scrap, and never enters custody by a feed', () => {
    fc.assert(
      fc.property(fc.constantFrom('T30', 'T20'), fc.constantFrom(...deviceStates), anyEvent, (type, state, event) => {
        const answer = transition({ type, state }, event)
        if (state === 'scrap') expect(answer).toEqual({ kind: 'refused', reason: 'DEVICE_SCRAPPED' })
        if (event.cause === 'feed' && answer.kind === 'change') expect(isTelemetryState(answer.to)).toBe(true)
        if (answer.kind === 'change') expect(answer.to).not.toBe(state)
      }),
    )
  })
})
