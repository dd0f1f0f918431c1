import type { DeviceState } from '#shared/devices.ts'
import type { FeedResult } from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { say as print } from './output.ts'

const nameOf = (state: DeviceState | null, language: Language): string =>
  state === null ? '-' : word(language, `device.state.${state}`)
const changeText = (from: DeviceState | null, to: DeviceState | null, language: Language): string =>
  `${nameOf(from, language)} → ${nameOf(to, language)}`

/** Print how many machines changed from which state to which; a new machine had none. */
export function sayStateChanges(changes: FeedResult['transitions'], language: Language): void {
  for (const { from, to, count } of changes) print(`${changeText(from, to, language)}: ${count}`)
}

/** Print machines with the state that each has and the one that it gets; a machine that is removed gets none. */
export function sayMachines(
  machines: readonly { serial: string; from: DeviceState; to: DeviceState | null }[],
  language: Language,
): void {
  for (const { serial, from, to } of machines)
    print(`${serial}: ${from === to ? nameOf(to, language) : changeText(from, to, language)}`)
}
