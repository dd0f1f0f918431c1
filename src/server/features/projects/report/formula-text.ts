import { parseFormula, type Term } from './formula-parse.ts'
import { noBreakSpace, printed } from './numbers.ts'

/** A piece of a formula: on the line, subscript or superscript. */
export type Piece = { text: string; at?: 'sub' | 'sup' }

const greek: Readonly<Record<string, string>> = { rho: 'ρ', theta: 'θ', eps: 'ε', dT: 'ΔT' }
/** Symbols with an index but without an underscore, and functions. */
const spelt: Readonly<Record<string, readonly [string, string?]>> = {
  Fm: ['F', 'm'],
  Df: ['D', 'f'],
  Dt: ['D', 't'],
  pws: ['p', 'ws'],
  Ws: ['W', 'sat'],
  Tsat: ['T', 'sat'],
  vol: ['v'],
}
const on = (text: string): Piece => ({ text })

/** Return the pieces of a symbol: `rho_c` is ρ with subscript c. */
export function symbolPieces(name: string): Piece[] {
  const [base = name, index] = spelt[name] ?? name.split('_')
  return index === undefined || index === ''
    ? [on(greek[base] ?? base)]
    : [on(greek[base] ?? base), { text: index, at: 'sub' }]
}

/** Return the pieces of a number; 5.8e-4 with its power of ten as superscript. */
export function numberPieces(text: string): Piece[] {
  const [mantissa = text, exponent] = text.split('e')
  return exponent === undefined
    ? [on(text)]
    : [on(`${mantissa}·10`), { text: printed(String(Number(exponent))), at: 'sup' }]
}

const signs: Readonly<Record<string, string>> = {
  '+': ' + ',
  '-': ' − ',
  '*': '·',
  '/': ' / ',
  '>': ' > ',
  '<': ' < ',
  '>=': ' ≥ ',
  '<=': ' ≤ ',
}
const opposite: Readonly<Record<string, string>> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' }
const spread = (terms: readonly Term[], between: string): Piece[] =>
  terms.flatMap((term, index) => [...(index > 0 ? [on(between)] : []), ...piecesOf(term)])
const raised = (pieces: readonly Piece[]): Piece[] => [
  { text: pieces.map(({ text }) => text.trim()).join(''), at: 'sup' },
]
const unwrapped = (term: Term): Term => (term.kind === 'group' ? term.of : term)

function callPieces(name: string, values: readonly Term[]): Piece[] {
  if (name === 'abs') return [on('|'), ...spread(values, ', '), on('|')]
  if (name === 'sqrt') return [on('√('), ...spread(values, ', '), on(')')]
  const [from, to, step, rule] = values
  if (name === 'leastOver' && from && to && step && rule?.kind === 'rule')
    return [
      on('min { '),
      ...piecesOf(rule.body),
      on(' },  '),
      ...piecesOf(from),
      on(' < '),
      ...symbolPieces(rule.name),
      on(' ≤ '),
      ...piecesOf(to),
      on(`,  Δ${rule.name} = `),
      ...piecesOf(step),
      on(`${noBreakSpace}K`),
    ]
  return [...symbolPieces(name), on('('), ...spread(values, ', '), on(')')]
}

/** Print cases side by side, each with its condition. Without words, they are the same in every language. */
function choicePieces({ condition, chosen, otherwise }: Extract<Term, { kind: 'choice' }>): Piece[] {
  const turned =
    condition.kind === 'operation'
      ? { ...condition, operator: opposite[condition.operator] ?? condition.operator }
      : condition
  return [
    ...piecesOf(chosen),
    on('  [ '),
    ...piecesOf(condition),
    on(' ];  '),
    ...piecesOf(otherwise),
    on('  [ '),
    ...piecesOf(turned),
    on(' ]'),
  ]
}

function operationPieces({ operator, left, right }: Extract<Term, { kind: 'operation' }>): Piece[] {
  if (operator === '^') return [...piecesOf(left), ...raised(piecesOf(unwrapped(right)))]
  // The coefficients of the rotor map are written as "+ -0.0002": print only one sign.
  const isNegative = right.kind === 'operation' ? leftmost(right).kind === 'negative' : right.kind === 'negative'
  if (operator === '+' && isNegative) return [...piecesOf(left), on(' − '), ...piecesOf(withoutSign(right))]
  return [...piecesOf(left), on(signs[operator] ?? operator), ...piecesOf(right)]
}
const leftmost = (term: Term): Term => (term.kind === 'operation' ? leftmost(term.left) : term)
const withoutSign = (term: Term): Term =>
  term.kind === 'negative' ? term.of : term.kind === 'operation' ? { ...term, left: withoutSign(term.left) } : term

function piecesOf(term: Term): Piece[] {
  switch (term.kind) {
    case 'number':
      return numberPieces(term.text)
    case 'name':
      return symbolPieces(term.name)
    case 'negative':
      return [on('−'), ...piecesOf(term.of)]
    case 'group':
      return [on('('), ...piecesOf(term.of), on(')')]
    case 'operation':
      return operationPieces(term)
    case 'choice':
      return choicePieces(term)
    case 'call':
      return callPieces(term.name, term.values)
    case 'rule':
      return piecesOf(term.body)
  }
}

/** Merge adjacent pieces of the same height. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last && last.at === piece.at) last.text += piece.text
    else whole.push({ ...piece })
  }
  return whole
}

const known = new Map<string, readonly Piece[]>()
/** Return a formula in engineering notation: ρ, √, subscript indices and superscript powers. */
export function formulaPieces(expression: string): readonly Piece[] {
  const pieces = known.get(expression) ?? joined(piecesOf(parseFormula(expression)))
  known.set(expression, pieces)
  return pieces
}
