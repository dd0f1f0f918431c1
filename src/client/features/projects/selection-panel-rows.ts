import type { useWord } from '#client/i18n.ts'
import { caseNames, isNothing } from '#shared/selection/moisture-loads.ts'
import { unitsDayKwh, withEquipmentKwh } from '#shared/selection/running.ts'
import { isSweepGoverned } from '#shared/selection/sizing.ts'
import type { FigureRow } from './selection-panel-figures.tsx'
import type { CompleteOutcome } from './selection-panel-view.ts'

type Say = ReturnType<typeof useWord>
type Group = { title: string; note?: string; rows: FigureRow[] }

const row = (
  label: string,
  value: number | null | undefined,
  unit: string,
  steps: string[],
  strong = false,
): FigureRow => ({ label, value: value ?? null, unit, steps, strong })

/**
 * The need and what the chosen units provide. The same lines in every state, so that nothing moves while a person
 * types.
 */
export function needGroup(say: Say, outcome: CompleteOutcome | null): Group {
  const choice = outcome?.details.choice ?? null
  const duty = outcome?.details.duty
  return {
    title: say('panel.group.need'),
    note: [
      say(`panel.governs.${duty?.governs ?? 'none'}`),
      ...(duty && isSweepGoverned(duty) ? [say('panel.sweepGoverns')] : []),
    ].join(' · '),
    rows: [
      row(say('panel.need'), duty?.needKgH, 'kg/h', ['need', 'design.load', 'peak.load'], true),
      row(say('panel.capacity'), choice && choice.count * choice.unitCapacityKgH, 'kg/h', [
        'panel.capacity',
        'selection.unitCapacity',
        'selection.margin',
      ]),
      row(
        say('panel.requiredFlow'),
        duty?.requiredAirflowM3h,
        'm³/h',
        ['requiredFlow', 'moistureFlow', 'sweep.flow', 'sweep.area'],
        true,
      ),
      row(say('panel.givenFlow'), choice?.airflowM3h, 'm³/h', ['panel.airflow']),
    ],
  }
}

/**
 * Frost, or condensate where the coil is not below 0 °C, without and with the units, on the design day and in a year.
 */
export function frostGroup(say: Say, outcome: CompleteOutcome | null): Group {
  const { duty, frost = null, year = null } = outcome?.details ?? {}
  const selection = outcome?.selection
  const what = selection?.isCondensate ? 'condensate' : 'frost'
  const [without, withEquipment] = selection?.isCondensate
    ? ([say('panel.condensateWithout'), say('panel.condensateWith')] as const)
    : ([say('panel.frostWithout'), say('panel.frostWith')] as const)
  const running = selection?.running
  const defrosts = [
    row(say('panel.defrostsWithout'), running?.defrostsWithoutDay, '1/day', [
      'running.defrostsWithout',
      'running.coilArea',
    ]),
    row(say('panel.defrostsWith'), running?.defrostsWithDay, '1/day', ['running.defrostsWith', 'running.coilArea']),
  ]
  const inside = [
    row(say('panel.dryCoilNeed'), selection?.dryCoilNeedKgH, 'kg/h', ['dryCoil.need', 'coil.humidityRatio']),
    row(say('panel.setPoint'), selection?.setPointGKg, 'g/kg', ['coil.humidityRatio', 'coil.dryHumidity']),
  ]
  return {
    title: say(`panel.group.${what}`),
    note: frost && selection?.storeHumidityGKg === null ? say('panel.dryCoil') : '',
    rows: [
      row(without, duty?.coil.without.dayKg, 'kg/day', ['frost.perDay', 'frost.load', 'frost.closedRate']),
      row(
        withEquipment,
        frost?.dayKg,
        'kg/day',
        ['residual.perDay', 'open.frost', 'closed.frost', 'coil.transfer'],
        true,
      ),
      row(say('panel.reduction'), frost?.reduction, '%', ['residual.reduction', 'residual.perDay', 'frost.perDay']),
      row(say('panel.storeHumidity'), selection?.storeHumidityGKg, 'g/kg', [
        'open.humidityRatio',
        'closed.humidityRatio',
        'coil.humidityRatio',
      ]),
      row(say('panel.yearWithout'), year?.frostWithoutKg, 'kg', ['year.frostWithout']),
      row(say('panel.yearWith'), year?.frostWithKg, 'kg', ['year.frostWith']),
      ...(duty && !duty.zone.isRoom ? inside : []),
      ...(selection?.isCondensate ? [] : defrosts),
    ],
  }
}

/**
 * Energy of the units. Units in the store also have the energy for the stated humidity alone, which is lower than the
 * energy for the frost in the result.
 */
function energyRows(say: Say, outcome: CompleteOutcome | null): FigureRow[] {
  const selection = outcome?.selection
  const forStatedHumidity = {
    value: selection?.energyKwhDay ?? null,
    unit: 'kWh/day',
    steps: ['energy', 'design.perDay'],
  }
  if (!outcome || outcome.details.duty.zone.isRoom)
    return [{ ...forStatedHumidity, label: say('panel.energy'), strong: true }]
  const steps = [
    'running.unitHours',
    'running.open.share',
    'running.closed.share',
    'running.open.capacity',
    'running.closed.capacity',
  ]
  return [
    { label: say('panel.energyRun'), value: unitsDayKwh(outcome.selection), unit: 'kWh/day', steps, strong: true },
    { ...forStatedHumidity, label: say('panel.energyHeld') },
  ]
}

/** Estimates of power and energy. */
export function energyGroup(say: Say, outcome: CompleteOutcome | null): Group {
  const { choice, duty, supply } = outcome?.details ?? {}
  const coil = duty?.coil
  const isCondensate = coil?.isCondensate === true
  const running = outcome?.selection.running ?? null
  const year = running?.year ?? null
  const power = choice ? choice.count * (choice.model.fanKw + choice.model.regenKw) : null
  return {
    title: say('panel.group.energy'),
    note:
      running?.savedKwh == null
        ? ''
        : say(`panel.${running.savedKwh < 0 ? 'takesMore' : 'saves'}${isCondensate ? 'Condensate' : ''}`),
    rows: [
      ...energyRows(say, outcome),
      {
        label: say(isCondensate ? 'panel.yearKwhWithoutCondensate' : 'panel.yearKwhWithout'),
        value: year?.frostWithoutKwh ?? null,
        unit: 'kWh',
        steps: ['running.frostWithout'],
      },
      {
        label: say('panel.yearKwhWith'),
        value: year && withEquipmentKwh(year),
        unit: 'kWh',
        steps: ['running.frostWith', 'running.unitHours'],
      },
      { label: say('panel.power'), value: power, unit: 'kW', steps: ['panel.power'] },
      {
        label: say('panel.supply'),
        value: supply?.temperatureC ?? null,
        unit: '°C',
        steps: ['supply.temperature', 'supply.rise'],
      },
      { label: say('panel.heat'), value: supply?.heatKw ?? null, unit: 'kW', steps: ['supply.heat', 'supply.rise'] },
      {
        label: say(isCondensate ? 'panel.coilCondensation' : 'panel.coilLatent'),
        value: coil?.latentKwhDay ?? null,
        unit: 'kWh/day',
        steps: ['coil.latent', 'coil.temperature', 'frost.perDay'],
      },
      ...(isCondensate
        ? []
        : [
            {
              label: say('panel.defrost'),
              value: coil?.defrostKwhDay ?? null,
              unit: 'kWh/day',
              steps: ['coil.defrost', 'coil.temperature', 'frost.perDay'],
            },
          ]),
      ...(year && year.heatKwh > 0
        ? [{ label: say('panel.yearHeat'), value: year.heatKwh, unit: 'kWh', steps: [] }]
        : []),
    ],
  }
}

/** The climates of the year with their load and days; a climate that is not given has no numbers. */
export function caseRows(
  say: Say,
  outcome: CompleteOutcome | null,
): { name: string; governs: boolean; note: string | null; load: FigureRow; day: FigureRow }[] {
  const duty = outcome?.details.duty
  return caseNames.map((name) => {
    const label = say(`panel.case.${name}`)
    const load = duty?.cases[name]
    return {
      name: label,
      governs: duty?.governs === name,
      note: load && isNothing(load) ? say('panel.dry') : null,
      load: {
        label: `${label} · ${say('panel.load')}`,
        value: load?.loadKgH ?? null,
        unit: 'kg/h',
        steps: [`${name}.load`, `${name}.infiltration`, `${name}.leakage`],
      },
      day: {
        label: `${label} · ${say('panel.dayLoad')}`,
        value: load?.dayKg ?? null,
        unit: 'kg/day',
        steps: [`${name}.perDay`, `${name}.load`, `${name}.closedRate`],
      },
    }
  })
}
