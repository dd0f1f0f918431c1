/** A formula of the calculation as a syntax tree. */
export type Term =
  | { kind: 'number'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'operation'; operator: string; left: Term; right: Term }
  | { kind: 'negative'; of: Term }
  | { kind: 'group'; of: Term }
  | { kind: 'call'; name: string; values: Term[] }
  | { kind: 'choice'; condition: Term; chosen: Term; otherwise: Term }
  | { kind: 'rule'; name: string; body: Term }

const token = /\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z]\w*|=>|>=|<=|[-+*/^()?:,<>])/y

function tokensOf(expression: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < expression.length) {
    const start = token.lastIndex
    const found = token.exec(expression)?.[1]
    if (found === undefined) throw new Error(`formula not understood at ${start}: ${expression}`)
    tokens.push(found)
  }
  return tokens
}

/** Operators from the lowest to the highest precedence. */
const levels: readonly (readonly string[])[] = [
  ['>', '<', '>=', '<='],
  ['+', '-'],
  ['*', '/'],
]

/**
 * Parse a formula in the notation of `defineFormula`: arithmetic with `^`, comparisons, `a ? b : c`, calls, and `T =>
 * …` in the one that searches.
 * @throws Error for anything else
 */
export function parseFormula(expression: string): Term {
  const tokens = tokensOf(expression)
  let at = 0
  const take = (): string => tokens[at++] ?? ''
  const accept = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false
    at += 1
    return true
  }
  const expect = (wanted: string): void => {
    if (!accept(wanted)) throw new Error(`"${wanted}" expected in formula: ${expression}`)
  }
  const choice = (): Term => {
    const condition = binary(0)
    if (!accept('?')) return condition
    const chosen = choice()
    expect(':')
    return { kind: 'choice', condition, chosen, otherwise: choice() }
  }
  const binary = (level: number): Term => {
    const operators = levels[level]
    if (!operators) return power()
    let left = binary(level + 1)
    for (let operator = tokens[at] ?? ''; operators.includes(operator); operator = tokens[at] ?? '') {
      at += 1
      left = { kind: 'operation', operator, left, right: binary(level + 1) }
    }
    return left
  }
  const power = (): Term => {
    if (accept('-')) return { kind: 'negative', of: power() }
    const base = single()
    return accept('^') ? { kind: 'operation', operator: '^', left: base, right: power() } : base
  }
  const single = (): Term => {
    const first = take()
    if (first === '(') {
      const of = choice()
      expect(')')
      return { kind: 'group', of }
    }
    if (/^\d/.test(first)) return { kind: 'number', text: first }
    if (!/^[A-Za-z]/.test(first)) throw new Error(`"${first}" not understood in formula: ${expression}`)
    if (accept('=>')) return { kind: 'rule', name: first, body: choice() }
    if (!accept('(')) return { kind: 'name', name: first }
    const values = [choice()]
    while (accept(',')) values.push(choice())
    expect(')')
    return { kind: 'call', name: first, values }
  }
  const whole = choice()
  if (at < tokens.length) throw new Error(`"${tokens[at]}" not understood in formula: ${expression}`)
  return whole
}
