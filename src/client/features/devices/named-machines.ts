import type { ReactNode } from 'react'
import { formatNumber, language, say } from '#client/i18n.ts'
import type { CustodyMark, DeviceSelection } from '#shared/selected-devices.ts'

/** A machine as people know it. */
export type NamedMachine = { serial: string; site: string | null }

/** A machine that the palette sends to repair. */
export type Repairable = NamedMachine & { id: number }
/** What people do with machines. */
export type CustodyAction = 'send' | 'return' | 'transfer' | CustodyMark
export type Custody = {
  action: CustodyAction
  devices: DeviceSelection
  count: number
  /** Those that are known by name. */
  machines: readonly NamedMachine[]
  /** Why it is asked, said first. */
  about?: ReactNode
}

const shownSerials = 3

/** Machines by serial and site, so that nobody acts on another one than he means: one by its name, of several the first ones. */
export function machinesText(machines: readonly NamedMachine[], count: number): string {
  if (machines.length === 0) return say('custody.machines', { count: formatNumber(count) })
  const serials = machines.slice(0, shownSerials).map(({ serial }) => serial)
  const rest = count - serials.length
  const sites = new Set(machines.map(({ site }) => site))
  const [site] = sites.size === 1 ? sites : []
  const names = serials.join(language === 'zh' ? '、' : ', ')
  return [rest > 0 ? say('custody.machinesMore', { serials: names, count: formatNumber(rest) }) : names, site]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ')
}
