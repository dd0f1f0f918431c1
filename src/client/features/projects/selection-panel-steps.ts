import { constants } from '#shared/selection/constants.ts'
import { defineFormula, recordingCalculator, type TraceStep } from '#shared/selection/formula.ts'
import { type CaseLoad, moistureOfFlow } from '#shared/selection/moisture-loads.ts'
import type { SelectionDetails } from '#shared/selection/select.ts'

const sum = 'sum over the units'

const capacity = defineFormula({
  expression: 'n * m_u',
  units: { n: '-', m_u: 'kg/h' },
  unit: 'kg/h',
  source: sum,
  compute: ({ n, m_u }) => n * m_u,
})
const airflow = defineFormula({
  expression: 'n * V * f',
  units: { n: '-', V: 'm³/h', f: '-' },
  unit: 'm³/h',
  source: sum,
  compute: ({ n, V, f }) => n * V * f,
})
const power = defineFormula({
  expression: 'n * (P_fan + P_reg)',
  units: { n: '-', P_fan: 'kW', P_reg: 'kW' },
  unit: 'kW',
  source: sum,
  compute: ({ n, P_fan, P_reg }) => n * (P_fan + P_reg),
})
const safetyShare = defineFormula({
  expression: 'M_S * (s - 1)',
  units: { M_S: 'kg/h', s: '-' },
  unit: 'kg/h',
  source: 'our decision [J]',
  compute: ({ M_S, s }) => M_S * (s - 1),
})

/** Name of the step for the moisture that enters through an open door. */
export const doorStep = (number: number): string => `panel.door${number}.moisture`

function doorSteps(calculator: ReturnType<typeof recordingCalculator>, { doors, outdoor, zone }: CaseLoad): void {
  for (const { door, openFlowKgS } of doors)
    calculator.run(doorStep(door.number), moistureOfFlow, {
      m: openFlowKgS,
      W_o: outdoor.humidityRatio,
      W_i: zone.humidityRatio,
    })
}

/**
 * Sums that only the panel shows (all units, each door, the safety factor), each with its formula as for every number.
 */
export function panelTrace({ duty, choice }: SelectionDetails): readonly TraceStep[] {
  const calculator = recordingCalculator()
  doorSteps(calculator, duty.cases[duty.governs])
  if (duty.governs === 'design')
    calculator.run('panel.safety', safetyShare, { M_S: duty.cases.design.loadKgH, s: duty.inputs.safety })
  else calculator.given('panel.safety', 0, 'kg/h', constants.defaultSafety.source)
  if (choice) {
    const { count: n, model } = choice
    calculator.run('panel.capacity', capacity, { n, m_u: choice.unitCapacityKgH })
    calculator.run('panel.airflow', airflow, { n, V: model.airflowM3h, f: duty.inputs.fanSetting })
    calculator.run('panel.power', power, { n, P_fan: model.fanKw, P_reg: model.regenKw })
  }
  return calculator.trace
}
