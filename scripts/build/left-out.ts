import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Converts zod schemas to JSON schemas, which only the server needs for `/api/openapi.json`. */
const jsonSchemas = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
/** Called for every schema, whether it is converted to a JSON schema or not. */
const calledAlways: ReadonlySet<string> = new Set(['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'])
const firstLeftOut = 'const formatMap ='
/** Virtual rows of long option lists: our lists are short and never use them. */
const virtualRows = '@tanstack/react-virtual'
const virtualRowsLeftOut = '\0virtual-rows-left-out'

/**
 * The methods of `z.string()` that check formats of addresses, identifiers and times: every schema would include all of
 * them.
 */
const schemaClasses = /\/zod\/v4\/classic\/schemas\.js$/
const stringMethods =
  /(core\.\$constructor\("ZodString", \(inst, def\) => \{[^{}]*\}, \{)[\s\S]*?(\n\}\);\nexport function string\()/
/**
 * Queries that grow page by page, that suspend, that are asked ahead or several at once by a hook: the adapter of tRPC
 * imports them all.
 */
const unusedQueries =
  /\/@tanstack\/(?:query-core|react-query)\/build\/modern\/(?:infiniteQuery(?:Behavior|Observer)|queriesObserver|use(?:Suspense|Prefetch)?InfiniteQuery|use(?:Prefetch|Suspense)Query|use(?:Suspense)?Queries)\.js$/
/** It loads with the first subscription, so it needs its own copy of a file that all calls load. */
const subscriptions = '/src/client/subscription-link.ts'
/** English texts of refusals, which no screen shows, and the search for rows that contain themselves: no JSON does. */
const defaults = /^ {4}if \(!core\.globalConfig\.(?:localeError|memoizer)\)\n {8}core\.config\(.*\);$/gm
/** A reader of objects that is compiled from text, which the policy of the page forbids. */
const compiled = 'core.$ZodObjectJIT.init('
const exported = /^export \{ (.*) \};?$/m
const schemaOutput = /^ {4}inst\._zod\.processJSONSchema = .*;$/gm
/**
 * Modules without side effects on loading, although their package does not declare that everywhere: otherwise links to
 * servers that the console never calls are included.
 */
const doesNothingAlone = /\/node_modules\/(@trpc\/client|@headlessui\/react|lucide-react)\//
/** Must a module be kept although nothing in it is used? */
export const isNeeded = (id: string): boolean => !doesNothingAlone.test(id)

/** Leave unused parts of packages out of the console; the first use of one fails with an error that says so. */
export const leftOut: Plugin = {
  name: 'left-out',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source === virtualRows) return virtualRowsLeftOut
    if (source !== '@trpc/client' || !importer?.endsWith(subscriptions)) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved && `${resolved.id}?subscriptions`
  },
  load(id) {
    if (id === virtualRowsLeftOut)
      return "export const useVirtualizer = () => { throw new Error('scripts/build/left-out.ts leaves virtual lists out of the console') }"
    const isQuery = unusedQueries.test(id)
    if (!isQuery && !jsonSchemas.test(id) && !schemaClasses.test(id)) return null
    const text = readFileSync(id, 'utf8')
    if (isQuery) {
      const [, names] =
        exported.exec(text) ?? this.error(`${id} exports nothing: look again what of it the console needs`)
      return names
        ?.split(', ')
        .map((name) => `export function ${name}() { throw new Error('scripts/build/left-out.ts leaves ${name} out') }`)
        .join('\n')
    }
    if (schemaClasses.test(id)) {
      if (!stringMethods.test(text))
        this.error(`${id} has no such methods of ZodString: look again what of it the console needs`)
      if (text.match(defaults)?.length !== 2 || !text.includes(compiled))
        this.error(`${id} has no such defaults: look again what of it the console needs`)
      return text
        .replace(stringMethods, '$1$2')
        .replace(schemaOutput, '')
        .replace(defaults, '')
        .replace(compiled, () => 'core.$ZodObject.init(')
    }
    // Limits of fields are read from the checks of a schema, by the code at the beginning of that file.
    const kept = id.endsWith('json-schema-processors.js') ? text.indexOf(firstLeftOut) : 0
    if (kept < 0) this.error(`${id} has no "${firstLeftOut}": look again what of it the console needs`)
    const names = [...text.slice(kept).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    )
    return [
      text.slice(0, kept),
      ...names.map((name) => `export const ${name} = ${calledAlways.has(name) ? '() => undefined' : 'undefined'}`),
    ].join('\n')
  },
}
