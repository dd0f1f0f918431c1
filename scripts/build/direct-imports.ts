import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Packages with many parts behind one index file. An import of that file seems to need all parts, and they would be
 * loaded with the first page.
 */
const doors = { 'lucide-react': 'dist/esm/lucide-react.mjs', '@headlessui/react': 'dist/headlessui.esm.js' } as const
type Door = keyof typeof doors
/** The file of a part, and its name there. */
type Part = { file: string; name: string }

const names = (list: string) => list.split(',').map((one) => one.trim())

/** Return the parts behind an index file, by their exported names. */
function partsOf(root: string, door: Door): Map<string, Part> {
  const file = join(root, 'node_modules', door, doors[door])
  const parts = new Map<string, Part>()
  const text = readFileSync(file, 'utf8')
  for (const [, list = '', from = ''] of text.matchAll(/export \{([^}]+)\} from '([^']+)'/g))
    for (const one of names(list)) {
      const [name = '', given = name] = one.split(' as ')
      parts.set(given, { file: join(dirname(file), from), name })
    }
  for (const [, from = ''] of text.matchAll(/export\*from'([^']+)'/g)) {
    const part = join(dirname(file), from)
    for (const [, list = ''] of readFileSync(part, 'utf8').matchAll(/export\{([^}]+)\}/g))
      for (const one of names(list)) {
        const name = one.split(' as ').at(-1) ?? one
        parts.set(name, { file: part, name })
      }
  }
  return parts
}

const importOf = ({ file, name }: Part, local: string) => `import { ${name} as ${local} } from ${JSON.stringify(file)}`

/**
 * Import each icon and each UI part from its own file, so that a page only loads those that it shows. @throws Error for
 * an unknown name
 */
export function directImports(root: string): Plugin {
  const parts = new Map<Door, Map<string, Part>>()
  const imported = new RegExp(`import \\{([^}]*)\\} from '(${Object.keys(doors).join('|')})'`, 'g')
  const isDoor = (name: string): name is Door => Object.hasOwn(doors, name)
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src')) || !Object.keys(doors).some((door) => code.includes(door))) return null
      const direct = code.replace(imported, (_, list: string, door: string) => {
        if (!isDoor(door)) return _
        const known = parts.get(door) ?? partsOf(root, door)
        parts.set(door, known)
        const values = names(list).filter((one) => one !== '' && !one.startsWith('type '))
        return values
          .map((one) => {
            const [name = '', local = name] = one.split(' as ')
            return importOf(known.get(name) ?? this.error(`${door} has no part ${name}`), local)
          })
          .join('; ')
      })
      return direct === code ? null : { code: direct, map: null }
    },
  }
}
