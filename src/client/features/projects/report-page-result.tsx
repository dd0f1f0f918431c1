import { Fragment } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { basisText, selectionWord } from '#shared/i18n/selection.ts'
import type { Project } from '#shared/projects.ts'
import { unitsDayKwh } from '#shared/selection/running.ts'
import type { Selection } from '#shared/selection/select.ts'
import { figure, shareText } from './selection-panel-numbers.ts'

type Row = [string, string]

/**
 * Rows that results have since the second calculation: humidity of the store, effect of the supply air, yearly sums,
 * and costs.
 */
function rowsSinceVersion2(say: ReturnType<typeof useWord>, selection: Selection): Row[] {
  const {
    storeHumidityGKg,
    setPointGKg,
    dryCoilNeedKgH,
    supplyTempC,
    sensibleHeatKw,
    annualFrostWithoutKg,
    annualFrostWithKg,
    running,
  } = selection
  const known = (rows: readonly (readonly [string, number | null | undefined, string])[]): Row[] =>
    rows.flatMap(([name, value, unit]) =>
      value === null || value === undefined ? [] : [[name, `${figure(value)} ${unit}`] satisfies Row],
    )
  const currency = running?.currency ?? ''
  return [
    [say('panel.storeHumidity'), storeHumidityGKg === null ? say('panel.dryCoil') : `${figure(storeHumidityGKg)} g/kg`],
    ...known([
      [say('panel.dryCoilNeed'), dryCoilNeedKgH, 'kg/h'],
      [say('panel.setPoint'), setPointGKg, 'g/kg'],
      [say('reportPage.supply'), supplyTempC, '°C'],
      [say('panel.heat'), sensibleHeatKw, 'kW'],
      [say('panel.yearWithout'), annualFrostWithoutKg, 'kg'],
      [say('panel.yearWith'), annualFrostWithKg, 'kg'],
      [say('panel.costWithout'), running?.costWithout, currency],
      [say('panel.costWith'), running?.costWith, currency],
      [say('panel.investment'), running?.investment, currency],
      [say('panel.payback'), running?.paybackYears, say('panel.years')],
    ]),
  ]
}

/** The need, and what the chosen units do about it; without a choice only the need. */
function rowsOf(say: ReturnType<typeof useWord>, projectNo: string, selection: Selection): Row[] {
  const { model, count, needKgH, unitCapacityKgH, margin, requiredAirflowM3h, frostWithoutKgDay, reduction } = selection
  const { isCondensate, frostWithKgDay, capacityBasis } = selection
  const [without, withEquipment, less] = isCondensate
    ? (['reportPage.condensateWithout', 'reportPage.condensateWith', 'reportPage.reductionCondensate'] as const)
    : (['reportPage.frostWithout', 'reportPage.frostWith', 'reportPage.reduction'] as const)
  const capacity = count === null || unitCapacityKgH === null ? null : count * unitCapacityKgH
  const ofChoice = (rows: Row[]): Row[] => (model === null ? [] : rows)
  // Results of the first calculation do not have these values.
  const sinceVersion2 = (rows: () => Row[]): Row[] => (capacityBasis === null ? [] : rows())
  return [
    [say('reportPage.projectNo'), projectNo],
    [say('panel.need'), `${figure(needKgH)} kg/h`],
    ...ofChoice([
      [say('panel.capacity'), `${figure(capacity)} kg/h`],
      [say('panel.marginColumn'), shareText(margin)],
    ]),
    [say('panel.requiredFlow'), `${figure(requiredAirflowM3h)} m³/h`],
    [say(without), `${figure(frostWithoutKgDay)} kg/d`],
    ...ofChoice([
      ...sinceVersion2(() => [[say(withEquipment), `${figure(frostWithKgDay)} kg/d`]]),
      [say(less), shareText(reduction)],
      ...sinceVersion2(() => rowsSinceVersion2(say, selection)),
      [say('reportPage.energy'), `${figure(unitsDayKwh(selection))} kWh/d`],
    ]),
  ]
}

/** The result of the exported report in a few lines. */
export function ReportResult({ project: { projectNo }, selection }: { project: Project; selection: Selection }) {
  const say = useWord()
  const { model, count, capacityBasis, warnings, noFit } = selection
  return (
    <div className="grid gap-2">
      {model !== null && (
        <p className="figures text-xl leading-7 font-semibold">{say('panel.choice', { count: count ?? 0, model })}</p>
      )}
      {noFit && (
        <ul className="list-disc ps-5">
          {noFit.limits.map((limit) => (
            <li key={limit}>{selectionWord(language, `limit.${limit}`)}</li>
          ))}
        </ul>
      )}
      <dl className="figures grid grid-cols-[minmax(0,1fr)_max-content] gap-x-4 gap-y-1">
        {rowsOf(say, projectNo, selection).map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="text-end">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {capacityBasis !== null && (
        <p className="text-muted">
          {say('reportPage.basis')}: {basisText(language, selection)}
        </p>
      )}
      {warnings.length > 0 && <p className="text-muted">{say('reportPage.warnings', { count: warnings.length })}</p>}
    </div>
  )
}
