/** What one checker may count at most. Both numbers are the same on every machine. */
export const typeBudget = { Instantiations: 2_120_000, Types: 750_000 }

/** Reads the diagnostics of tsc: the costs in one line, and what is above the budget. @throws where tsc has not told them */
export function typeCosts(
  diagnostics: string,
  budget: Readonly<Record<string, number>> = typeBudget,
): { costs: string; problems: string[] } {
  const told = Object.entries(budget).map(([name, most]) => {
    const count = Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(diagnostics)?.[1])
    if (!Number.isFinite(count)) throw new Error(`tsc tells no ${name}`)
    return { name, count, most }
  })
  const number = (count: number) => count.toLocaleString('en-US')
  return {
    costs: told.map(({ name, count, most }) => `${name.toLowerCase()} ${number(count)} of ${number(most)}`).join(', '),
    problems: told.flatMap(({ name, count, most }) =>
      count > most
        ? [
            `${name}: ${number(count)} of at most ${number(most)}. Write return types of exported functions, and interfaces instead of intersections; tsc --generateTrace shows what costs.`,
          ]
        : [],
    ),
  }
}
