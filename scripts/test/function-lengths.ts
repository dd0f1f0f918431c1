import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Maximum lines of a function, from its first parameter or keyword to its closing bracket. */
export const mostLines = 60

/** Lines of each function, by its file and the names of the functions around it: `src/a.ts openA/listen`. */
export type Lengths = Record<string, number>

type Named = { name?: string; value?: unknown }
type Node = {
  type: string
  start: number
  end: number
  id?: Named
  key?: Named
  callee?: Named & { property?: Named }
  body?: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Return the name of a function, or of the variable or property to which it is assigned. */
function nameOf(node: Node, around: Node | null): string {
  const name =
    node.id?.name ?? around?.id?.name ?? around?.key?.name ?? around?.callee?.name ?? around?.callee?.property?.name
  return name ?? String(around?.key?.value ?? 'unnamed')
}

/**
 * Return every function of a source text, with its lines. Functions with the same name in one place count as the
 * longest of them.
 */
export function functionLengths(file: string, text: string): Lengths {
  const found: Lengths = {}
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const walk = (value: unknown, around: Node | null, names: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    const node = isNode(value) ? value : null
    const isFunction =
      node !== null &&
      /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) &&
      isNode(node.body)
    const inside = isFunction ? [...names, nameOf(node, around)] : names
    if (isFunction) {
      const name = `${file} ${inside.join('/')}`
      found[name] = Math.max(found[name] ?? 0, lineAt(node.end) - lineAt(node.start) + 1)
    }
    for (const part of Object.values(value)) walk(part, node ?? around, inside)
  }
  walk(parseSync(file, text).program, null, [])
  return found
}

/** Return the functions of the product, without its tests, that are longer than `mostLines`. */
export function longFunctions(folder: string): Lengths {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
  const all = files.sort().flatMap((file) => Object.entries(functionLengths(file, readFileSync(file, 'utf8'))))
  return Object.fromEntries(all.filter(([, lines]) => lines > mostLines))
}

/**
 * Return the problems of the long functions: a new one, one that has grown, and one that is shorter than its limit in
 * the list.
 */
export function lengthProblems(found: Lengths, allowed: Lengths): string[] {
  const grown = Object.entries(found).flatMap(([name, lines]) => {
    const most = allowed[name] ?? mostLines
    return lines > most ? [`${name}: ${lines} lines of at most ${most}. Split it by what its parts are about.`] : []
  })
  const shrunk = Object.entries(allowed).flatMap(([name, most]) =>
    (found[name] ?? 0) < most
      ? [
          `${name}: ${found[name] ?? `at most ${mostLines}`} lines, and the list allows ${most}. Run: npx tsx scripts/test/functions.ts --write`,
        ]
      : [],
  )
  return [...grown, ...shrunk]
}

/** Return the list after functions became shorter: none is added, and none may grow. */
export const shortened = (found: Lengths, allowed: Lengths): Lengths =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, most]) => (found[name] ? [[name, Math.min(most, found[name])]] : [])),
  )
