import { takesAway } from '#shared/device-facts.ts'
import { type WrittenFact, writtenFacts } from '#shared/device-form.ts'
import type { DeviceRow, DeviceType } from '#shared/devices.ts'

type Owner = { siteId: number | null; clientId: number | null; accountId: number | null }
export type DeviceValues = { serial: string; type: DeviceType | null } & Owner & Record<WrittenFact, string>
type Names = { site: string | undefined; client: string | undefined; account: string | undefined }
type Line = { serial: string; type?: DeviceType } & Partial<Names> & Partial<Record<WrittenFact, string>>

const textOf = (fact: string | number | readonly string[] | null | undefined): string =>
  Array.isArray(fact) ? fact.join(', ') : String(fact ?? '')

/** Return the initial values of the form; those of a new machine (null) are empty. */
export const valuesOf = (device: DeviceRow | null): DeviceValues => ({
  serial: device?.serial ?? '',
  type: device?.type ?? null,
  siteId: device?.siteId ?? null,
  clientId: device?.clientId ?? null,
  accountId: device?.accountId ?? null,
  ...(Object.fromEntries(writtenFacts.map((fact) => [fact, textOf(device?.facts?.[fact])])) as Record<
    WrittenFact,
    string
  >),
})

const isOwner = (name: string) => name === 'siteId' || name === 'clientId' || name === 'accountId'

/**
 * Return the feed line with only the changed values, so that another user's changes are kept. An owner is sent as
 * client and account, because a client without an account removes the former account.
 */
export function lineOf(
  device: DeviceRow | null,
  values: DeviceValues,
  changed: Partial<DeviceValues>,
  names: Names,
): Line {
  const line: Line = { serial: values.serial.trim() }
  if (changed.type !== undefined && changed.type !== null) line.type = changed.type
  if (Object.keys(changed).some(isOwner)) Object.assign(line, names)
  for (const fact of writtenFacts) {
    const text = changed[fact]?.trim()
    if (text !== undefined && (text !== '' || device !== null)) line[fact] = text === '' ? takesAway : text
  }
  return line
}
