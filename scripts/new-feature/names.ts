import { fieldOf, type NewField, namesIn } from './fields.ts'

export type Place = { section: string; icon: string }

/** The names of a feature for code and texts: `saved-views` and its one row, `saved-view`. */
export type Names = {
  /** Files and folders: saved-views. */
  kebab: string
  /** Calls and text keys: savedViews. */
  camel: string
  /** Constants of many: SavedViews. */
  pascal: string
  /** One row, in the same forms, and as its table. */
  one: { kebab: string; camel: string; pascal: string; table: string }
  /** In texts: 保存的视图, Saved views, saved view. */
  zh: string
  en: { many: string; one: string }
  /** The fields of a row; the first one identifies it. */
  fields: readonly [NewField, ...NewField[]]
  /** The position of its screen in the menu (`menuEntries`), and its icon. */
  place: Place
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const pascalOf = (kebab: string) => kebab.split('-').map(capital).join('')
const camelOf = (kebab: string) => {
  const pascal = pascalOf(kebab)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/**
 * Return the singular of an English plural; a word without one gets the suffix `-row`, so that the two names always
 * differ.
 */
export function singularOf(kebab: string): string {
  if (kebab.endsWith('ies')) return `${kebab.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(kebab)) return kebab.slice(0, -2)
  return kebab.endsWith('s') && !kebab.endsWith('ss') ? kebab.slice(0, -1) : `${kebab}-row`
}

/** The default fields of a feature. */
const usualPlace: Place = { section: 'user', icon: 'clipboard-list' }
const usualFields = ['name:text:名称', 'notes:text?:备注']

/**
 * @param zh the Chinese name of the list; by default the English one
 * @param fields as `fieldOf` reads them
 * @throws if a field cannot be parsed, or the first is not a required text
 */
export function namesOf(
  kebab: string,
  zh?: string,
  fields: readonly string[] = usualFields,
  place: Partial<Place> = {},
): Names {
  const one = singularOf(kebab)
  const { zh: list, en: many } = namesIn(zh, kebab.replaceAll('-', ' '))
  const [first, ...further] = (fields.length === 0 ? usualFields : fields).map(fieldOf)
  if (first?.kind !== 'text' || first.optional)
    throw new Error('the first field is what a row is known by: <name>:text')
  return {
    kebab,
    camel: camelOf(kebab),
    pascal: pascalOf(kebab),
    one: { kebab: one, camel: camelOf(one), pascal: pascalOf(one), table: one.replaceAll('-', '_') },
    zh: list,
    en: { many, one: one.replaceAll('-', ' ') },
    fields: [first, ...further],
    place: { ...usualPlace, ...place },
  }
}
