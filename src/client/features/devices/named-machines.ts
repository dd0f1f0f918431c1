import type { ReactNode } from 'react'
import { formatNumber, language, say } from '#client/i18n.ts'
import type { CustodyMark, DeviceSelection } from '#shared/selected-devices.ts'

/** A machine by its name for users. */
export type NamedMachine = { serial: string; site: string | null }

/** A machine that the palette's command sends to repair. */
export type Repairable = NamedMachine & { id: number }
/** The actions of users on machines. */
export type CustodyAction = 'send' | 'return' | 'transfer' | CustodyMark
export type Custody = {
  action: CustodyAction
  devices: DeviceSelection
  count: number
  /** The machines whose names are known. */
  machines: readonly NamedMachine[]
  /** The reason for the question, shown first. */
  about?: ReactNode
}

const shownSerials = 3

/**
 * Name machines by serial and site, so that the user sees whether they are the right ones: a single one by name,
 * several by the names of the first ones.
 */
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
