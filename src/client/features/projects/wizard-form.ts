import type { CityClimate } from '#shared/cities.ts'
import type { Project, ProjectImage } from '#shared/projects.ts'
import { emptyProject, type ParseProblem, parseNumber, parseProject } from '#shared/selection/project.ts'
import {
  choiceNames,
  type FieldName,
  type NumberName,
  numberNames,
  type ProjectData,
  type TextName,
  textFields,
  type ZeroName,
  zeroFields,
} from '#shared/selection/project-fields.ts'

const textNames = Object.keys(textFields) as TextName[]
const fieldNames: readonly FieldName[] = [...textNames, ...choiceNames, ...numberNames]
const numbers: ReadonlySet<string> = new Set(numberNames)
export const isNumberName = (name: FieldName): name is NumberName => numbers.has(name)
export const isZeroName = (name: FieldName): name is ZeroName => zeroFields.some((field) => field === name)

/** The form as a person sees it: every field as typed, '' = empty; choices and goods contain their code. */
export type WizardForm = {
  values: Record<FieldName, string>
  zeroConfirmed: ZeroName[]
  /** The city's row that filled the climate; null = none, or an unknown city. */
  climate: CityClimate | null
  /** The last city whose climate was requested; only another city fills the fields again. */
  filledCity: string
  images: ProjectImage[]
  mainImage: string | null
}

const typed = (value: string | number | null): string => (value === null ? '' : String(value))
const valuesOf = (project: ProjectData): Record<FieldName, string> =>
  Object.fromEntries(fieldNames.map((name) => [name, typed(project[name])])) as Record<FieldName, string>

export const emptyForm = (): WizardForm => ({
  values: valuesOf(emptyProject()),
  zeroConfirmed: [],
  climate: null,
  filledCity: '',
  images: [],
  mainImage: null,
})

/** Return the form of a project that the server has. */
export const formOf = (project: Project): WizardForm => ({
  values: valuesOf(project),
  zeroConfirmed: project.zeroConfirmed,
  climate: project.climate,
  filledCity: project.city ?? '',
  images: project.images,
  mainImage: project.mainImage,
})

/**
 * The inputs for the calculation and the server, and the texts that are invalid for their field. Invalid texts count as
 * empty, but stay in the form.
 */
export const readForm = ({ values, zeroConfirmed }: WizardForm): { project: ProjectData; problems: ParseProblem[] } =>
  parseProject({ ...values, zeroConfirmed })

/** The path of an image without the signature of its link, which changes with every response. */
export const plainImage = (path: string): string => path.split('?')[0] ?? path

/** The id and extension of an image, which is enough to ask for a valid link. */
export const imageName = (path: string): string => plainImage(path).split('/').at(-1) ?? ''

/** Split a list into parts of at most `most` elements. */
export const inParts = <Element>(list: readonly Element[], most: number): Element[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, part) => list.slice(part * most, (part + 1) * most))

/** Whether two texts of a field have the same value; 6, 6.0 and ６ do. */
export function sameValue(name: FieldName, left: string, right: string): boolean {
  if (left.trim() === right.trim()) return true
  const number = isNumberName(name) ? parseNumber(left) : undefined
  return number !== undefined && number === parseNumber(right)
}

/** Fields in which two forms differ, in the order of the form. */
export const differences = (left: WizardForm, right: WizardForm): FieldName[] =>
  fieldNames.filter((name) => !sameValue(name, left.values[name], right.values[name]))

const imagesOf = ({ images, mainImage }: WizardForm): string =>
  JSON.stringify([images.map(({ path }) => plainImage(path)), mainImage && plainImage(mainImage)])
export const sameImages = (left: WizardForm, right: WizardForm): boolean => imagesOf(left) === imagesOf(right)

/** Whether two forms have nothing to save between them. */
export const sameForm = (left: WizardForm, right: WizardForm): boolean =>
  differences(left, right).length === 0 &&
  [...left.zeroConfirmed].sort().join() === [...right.zeroConfirmed].sort().join() &&
  sameImages(left, right)

/** Return the form after an input or choice. A temperature that is no longer 0 must be confirmed again. */
export function withValue(form: WizardForm, name: FieldName, value: string): WizardForm {
  const staysConfirmed = !isZeroName(name) || parseNumber(value) === 0
  return {
    ...form,
    values: { ...form.values, [name]: value },
    zeroConfirmed: staysConfirmed ? form.zeroConfirmed : form.zeroConfirmed.filter((field) => field !== name),
  }
}

export const withZero = (form: WizardForm, name: ZeroName, confirmed: boolean): WizardForm => ({
  ...form,
  zeroConfirmed: [...form.zeroConfirmed.filter((field) => field !== name), ...(confirmed ? [name] : [])],
})

/** Replace the links of pictures, which expire after ten minutes, by those of a newer response. */
export function withFreshLinks(form: WizardForm, images: readonly ProjectImage[]): WizardForm {
  const fresh = new Map(images.map((image) => [plainImage(image.path), image]))
  const main = form.mainImage === null ? null : (fresh.get(plainImage(form.mainImage))?.path ?? form.mainImage)
  return { ...form, mainImage: main, images: form.images.map((image) => fresh.get(plainImage(image.path)) ?? image) }
}
