import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Makes JSON schemas of zod's, which `/api/openapi.json` does on the server and no screen ever does. */
const jsonSchemas = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
/** Called for every schema, whether a JSON schema is ever made of it or not. */
const calledAlways: ReadonlySet<string> = new Set(['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'])
const firstLeftOut = 'const formatMap ='
/** Lists of choices whose rows are only drawn in sight: ours are short, and never ask for it. */
const virtualRows = '@tanstack/react-virtual'
const virtualRowsLeftOut = '\0virtual-rows-left-out'

/** Where the methods of `z.string()` are that ask for addresses, identifiers and times of some form: every schema would bring all of them. */
const schemaClasses = /\/zod\/v4\/classic\/schemas\.js$/
const stringMethods =
  /(core\.\$constructor\("ZodString", \(inst, def\) => \{[^{}]*\}, \{)[\s\S]*?(\n\}\);\nexport function string\()/
const schemaOutput = /^ {4}inst\._zod\.processJSONSchema = .*;$/gm
/** Does nothing by being loaded alone, though its package does not say so everywhere: links to servers that the console never calls came with it. */
const doesNothingAlone = /\/node_modules\/(@trpc\/client|@headlessui\/react|lucide-react)\//
/** Must a module be kept of which nothing is used? */
export const isNeeded = (id: string): boolean => !doesNothingAlone.test(id)

/** Leaves out of the console the parts of packages that it does not use; a first use of one ends with an error that says so. */
export const leftOut: Plugin = {
  name: 'left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === virtualRows ? virtualRowsLeftOut : null),
  load(id) {
    if (id === virtualRowsLeftOut)
      return "export const useVirtualizer = () => { throw new Error('scripts/build/left-out.ts leaves virtual lists out of the console') }"
    if (!jsonSchemas.test(id) && !schemaClasses.test(id)) return null
    const text = readFileSync(id, 'utf8')
    if (schemaClasses.test(id)) {
      if (!stringMethods.test(text))
        this.error(`${id} has no such methods of ZodString: look again what of it the console needs`)
      return text.replace(stringMethods, '$1$2').replace(schemaOutput, '')
    }
    // Limits of fields are read from the checks of a schema, by what comes before the rest of that file.
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
