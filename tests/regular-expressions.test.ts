import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { check } from 'recheck'
import { expect, test, vi } from 'vitest'

/** Folders whose regular expressions run on input of callers. */
const folders = ['src/server', 'src/shared', 'src/cli']
type Expression = { pattern: string; flags: string; file: string }

const sources = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))

function literalsOf(file: string): Expression[] {
  const found: Expression[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && typeof node.regex === 'object' && node.regex !== null)
      found.push({ ...(node.regex as Expression), file })
    for (const below of Object.values(node)) walk(below)
  }
  walk(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

/** Return the expressions that a file composes when it is loaded. */
async function composedBy(file: string): Promise<Expression[]> {
  const found: Expression[] = []
  const Plain = globalThis.RegExp
  vi.stubGlobal(
    'RegExp',
    new Proxy(Plain, {
      construct(target, [pattern, flags = '']: [string, string?]) {
        found.push({ pattern: String(pattern), flags, file })
        return new target(pattern, flags)
      },
    }),
  )
  try {
    vi.resetModules()
    await import(/* @vite-ignore */ join(process.cwd(), file))
  } finally {
    vi.unstubAllGlobals()
  }
  return found
}

test('run every regular expression in time proportional to its text', async () => {
  const literals = sources.flatMap(literalsOf)
  expect(literals.length).toBeGreaterThan(200)
  const composing = sources.filter((file) => readFileSync(file, 'utf8').includes('= new RegExp('))
  expect(composing.length).toBeGreaterThan(3)
  const composed: Expression[] = []
  for (const file of composing) composed.push(...(await composedBy(file)))
  expect(composed.length).toBeGreaterThan(5)
  const slow: string[] = []
  const asked = new Map([...literals, ...composed].map((one) => [`/${one.pattern}/${one.flags}`, one]))
  for (const [text, { pattern, flags, file }] of asked) {
    // An attack is judged by its steps alone: a time limit would call an expression vulnerable on a busy machine.
    const { status } = await check(pattern, flags, { timeout: null, attackTimeout: null })
    if (status !== 'safe') slow.push(`${file}: ${text} ${status}`)
  }
  expect(slow).toEqual([])
}, 300_000)
