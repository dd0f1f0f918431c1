/** Maximum counts of one checker. Both numbers are the same on every machine. */
export const typeBudget = { Instantiations: 1_943_000, Types: 700_000 }

/**
 * Read the diagnostics of tsc: the costs in one line, and those above the budget. @throws if tsc has not printed them
 */
export function typeCosts(
  diagnostics: string,
  budget: Readonly<Record<string, number>> = typeBudget,
): { costs: string; problems: string[] } {
  const counts = Object.entries(budget).map(([name, most]) => {
    const count = Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(diagnostics)?.[1])
    if (!Number.isFinite(count)) throw new Error(`tsc prints no ${name}`)
    return { name, count, most }
  })
  const number = (count: number) => count.toLocaleString('en-US')
  return {
    costs: counts
      .map(({ name, count, most }) => `${name.toLowerCase()} ${number(count)} of ${number(most)}`)
      .join(', '),
    problems: counts.flatMap(({ name, count, most }) =>
      count > most
        ? [
            `${name}: ${number(count)} of at most ${number(most)}. Write return types of exported functions, and interfaces instead of intersections; tsc --generateTrace shows what costs.`,
          ]
        : [],
    ),
  }
}
