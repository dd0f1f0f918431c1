/** A number or a word with its unit, as a step of the trace shows it. */
export type Quantity = { value: number | string; unit: string }

/** One line of the calculation: with `inputs` put into `formula` anybody gets `result` again. */
export type TraceStep = {
  /** Where it belongs: `design.door1.fullFlow`, `rotor.effectiveness`, … */
  step: string
  formula: string
  inputs: Record<string, Quantity>
  result: number
  unit: string
  source: string
}

export type Formula<Units extends Readonly<Record<string, string>>> = {
  /** In plain arithmetic (`^` = power), with the names of `units`; a test computes it and compares it with `compute`. */
  expression: string
  /** Unit of each input. */
  units: Units
  unit: string
  source: string
  compute(values: { readonly [Name in keyof Units]: number }): number
}

/** A formula is written once: as text for the reader, as code for the machine, with units and source. */
export const defineFormula = <const Units extends Readonly<Record<string, string>>>(
  formula: Formula<Units>,
): Formula<Units> => formula

/** Computes a formula under the name of a step; whether the step is also written down is the calculator's affair. */
export type Calculator = {
  run<Units extends Readonly<Record<string, string>>>(
    step: string,
    formula: Formula<Units>,
    values: { readonly [Name in keyof Units]: number },
  ): number
  /** Writes a constant or a value of the form down as a step. */
  given(step: string, value: number, unit: string, source: string): number
}

/** For what-ifs: the same numbers, nothing written down. */
export const silentCalculator: Calculator = {
  run: (_, formula, values) => formula.compute(values),
  given: (_, value) => value,
}

/** Writes every step down. */
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

/** How much of a step is written down. */
export type Kept = 'whole' | 'result' | 'nothing'
/** The same calculator under a prefix; with `kept` it writes down less, of what repeats many times. */
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
