import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import type { Word } from '#shared/i18n/index.ts'
import { type FieldName, type NumberField, type NumberName, numberFields } from '#shared/selection/project-fields.ts'

const sharedHelp: readonly (readonly [RegExp, Word])[] = [
  [/^door\dLength$/, 'wizardField.help.doorLength'],
  [/^door\dHeight$/, 'wizardField.help.doorHeight'],
  [/^door\dWidth$/, 'wizardField.help.doorWidth'],
  [/^door\dOpenState$/, 'wizardField.help.doorOpenState'],
  [/^door\dOpenCountDaily$/, 'wizardField.help.doorOpenCountDaily'],
]
const ownHelp: Partial<Record<FieldName, Word>> = {
  altitudeAvg: 'wizardField.help.altitudeAvg',
  tempMaxYear: 'wizardField.help.tempMaxYear',
  humidityContentMax: 'wizardField.help.humidityContentMax',
  coldStorageType: 'wizardField.help.coldStorageType',
  designHumidityStorage: 'wizardField.help.designHumidityStorage',
  outdoorTemp: 'wizardField.help.outdoorTemp',
  outdoorHumidity: 'wizardField.help.outdoorHumidity',
  doorOperationTimeDaily: 'wizardField.help.doorOperationTimeDaily',
  doorOpenCountDaily: 'wizardField.help.doorOpenCountMean',
  doorOpenDuration: 'wizardField.help.doorOpenDuration',
  hasAirCurtain: 'wizardField.help.hasAirCurtain',
  hasDoorCurtain: 'wizardField.help.hasDoorCurtain',
  estSafety: 'wizardField.help.estSafety',
  estWindSpeed: 'wizardField.help.estWindSpeed',
  deviceCount: 'wizardField.help.deviceCount',
  deviceWindAdjust: 'wizardField.help.deviceWindAdjust',
  moisture: 'wizardField.help.moisture',
}

/** The meaning of a field and the source of its default or effect. */
export function meaningOf(field: FieldName): string | null {
  const key = ownHelp[field] ?? sharedHelp.find(([pattern]) => pattern.test(field))?.[1]
  return key ? say(key) : null
}

/** The range that an export accepts. */
export function rangeOf(name: NumberName): string {
  const { min, max, above }: NumberField = numberFields[name]
  const key = above
    ? 'wizardField.rangeAbove'
    : name === 'deviceWindAdjust'
      ? 'wizardField.rangeOrEmpty'
      : 'wizardField.range'
  return say(key, { min: formatNumber(min), max: formatNumber(max) })
}

/**
 * Hide label, unit, range and meaning of a field in a row where the column headings show them; a screen reader still
 * reads them.
 */
export const hiddenUnderHeading = '@lg:sr-only'

type HelpProps = {
  parts: readonly (string | null)[]
  warnings: readonly string[]
  inRow?: boolean
  children?: ReactNode
}

/** Range and meaning under a field, then warnings about its value. */
export function FieldHelp({ parts, warnings, inRow = false, children }: HelpProps) {
  const text = parts.filter((part) => part !== null && part !== '').join(' · ')
  return (
    <>
      {inRow ? <span className={hiddenUnderHeading}>{text}</span> : text}
      {children}
      {warnings.map((warning) => (
        <span key={warning} className="mt-0.5 flex items-start gap-1 text-caution">
          <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span>{warning}</span>
        </span>
      ))}
    </>
  )
}
