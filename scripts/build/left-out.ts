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

/** Leaves out of the console the parts of packages that it does not use; a first use of one ends with an error that says so. */
export const leftOut: Plugin = {
  name: 'left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === virtualRows ? virtualRowsLeftOut : null),
  load(id) {
    if (id === virtualRowsLeftOut)
      return "export const useVirtualizer = () => { throw new Error('scripts/build/left-out.ts leaves virtual lists out of the console') }"
    if (!jsonSchemas.test(id)) return null
    const text = readFileSync(id, 'utf8')
    // Limits of fields are read from the checks of a schema, by what comes before the rest of that file.
    const kept = id.endsWith('json-schema-processors.js') ? text.indexOf(firstLeftOut) : 0
    if (kept < 0) this.error(`${id} has no "${firstLeftOut}": look again what of it the console needs`)
    const names = [...text.slice(kept).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name = '']) => name)
    return [text.slice(0, kept), ...names.map((name) => `export const ${name} = ${calledAlways.has(name) ? '() => undefined' : 'undefined'}`)].join('\n')
  },
}
