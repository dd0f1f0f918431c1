/** A number or a text with its unit, as shown in a step of the trace. */
export type Quantity = { value: number | string; unit: string }

/** One line of the calculation: a reader who puts `inputs` into `formula` gets `result` again. */
export type TraceStep = {
  /** The path of the step: `design.door1.fullFlow`, `rotor.effectiveness`, … */
  step: string
  formula: string
  inputs: Record<string, Quantity>
  result: number
  unit: string
  source: string
}

export type Formula<Units extends Readonly<Record<string, string>>> = {
  /**
   * The formula in plain arithmetic (`^` = power), with the names of `units`; a test evaluates it and compares it with
   * `compute`.
   */
  expression: string
  /** Unit of each input. */
  units: Units
  unit: string
  source: string
  compute(values: { readonly [Name in keyof Units]: number }): number
}

/** Define a formula once: as text for the reader, as code for the machine, with units and source. */
export const defineFormula = <const Units extends Readonly<Record<string, string>>>(
  formula: Formula<Units>,
): Formula<Units> => formula

/** Computes a formula under the name of a step; the calculator decides whether to record the step. */
export type Calculator = {
  run<Units extends Readonly<Record<string, string>>>(
    step: string,
    formula: Formula<Units>,
    values: { readonly [Name in keyof Units]: number },
  ): number
  /** Record a constant or a value of the form as a step. */
  given(step: string, value: number, unit: string, source: string): number
}

/** For what-ifs: the same numbers without recorded steps. */
export const silentCalculator: Calculator = {
  run: (_, formula, values) => formula.compute(values),
  given: (_, value) => value,
}

/** Create a calculator that records every step. */
export function recordingCalculator(): Calculator & { readonly trace: readonly TraceStep[] } {
  const trace: TraceStep[] = []
  return {
    trace,
    run(step, formula, values) {
      const result = formula.compute(values)
      const inputs: Record<string, Quantity> = {}
      for (const [name, unit] of Object.entries(formula.units))
        inputs[name] = { value: values[name] ?? Number.NaN, unit }
      trace.push({ step, formula: formula.expression, inputs, result, unit: formula.unit, source: formula.source })
      return result
    },
    given(step, value, unit, source) {
      trace.push({ step, formula: 'given', inputs: {}, result: value, unit, source })
      return value
    },
  }
}

/** The recorded part of a step. */
export type Kept = 'whole' | 'result' | 'nothing'
/** Return the same calculator with a prefix; `kept` limits the recorded part of steps that repeat many times. */
export const partOf = (
  calculator: Calculator,
  prefix: string,
  kept: (step: string) => Kept = () => 'whole',
): Calculator => ({
  run(step, formula, values) {
    const name = `${prefix}.${step}`
    const much = kept(step)
    if (much === 'whole') return calculator.run(name, formula, values)
    const result = formula.compute(values)
    return much === 'result' ? calculator.given(name, result, formula.unit, 'the steps of the design case') : result
  },
  given: (step, value, unit, source) =>
    kept(step) === 'nothing' ? value : calculator.given(`${prefix}.${step}`, value, unit, source),
})
