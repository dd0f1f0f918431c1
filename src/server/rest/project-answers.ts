import { z } from 'zod'
import {
  type Project,
  type ProjectCard,
  type ProjectImage,
  type ProjectPdf,
  reportLanguages,
  type SavedProject,
  type UnassignedProject,
} from '#shared/projects.ts'
import { type Alternative, alternativeKinds } from '#shared/selection/alternatives.ts'
import { capacityBases } from '#shared/selection/model.ts'
import {
  type ChoiceName,
  choiceFields,
  choiceNames,
  type FieldName,
  type NumberName,
  numberNames,
  type TextName,
  textFields,
  zeroFields,
} from '#shared/selection/project-fields.ts'
import { type NoFit, remedyKinds } from '#shared/selection/remedies.ts'
import { type PlanData, planFields } from '#shared/selection/room-plan.ts'
import type { Energy, Running } from '#shared/selection/running.ts'
import type { CapacitySource, Selection } from '#shared/selection/select.ts'
import type { Variant } from '#shared/selection/variant.ts'
import { type Warning, warningCodes } from '#shared/selection/warnings.ts'
import { answerOf, count, id, optionalText, text } from './answer-schemas.ts'
import { cityAnswer } from './cities.ts'

/** Answers of projects. */
const real = z.number()
const number = real.nullable()
const textNames = Object.keys(textFields) as TextName[]
const fieldName = z.enum([...textNames, ...choiceNames, ...numberNames] as [FieldName, ...FieldName[]])

const numbers = Object.fromEntries(numberNames.map((name) => [name, number])) as Record<NumberName, typeof number>
const openState = z.enum(choiceFields.door1OpenState.codes).nullable()
const curtain = z.enum(choiceFields.hasAirCurtain.codes).nullable()
const choices = {
  coldStorageType: z.enum(choiceFields.coldStorageType.codes).nullable(),
  door1OpenState: openState,
  door2OpenState: openState,
  door3OpenState: openState,
  hasAirCurtain: curtain,
  hasDoorCurtain: curtain,
} satisfies Record<ChoiceName, z.ZodType>

const status = z.enum(['ok', 'noFit'])
const variantFields = {
  status,
  needKgH: real,
  requiredAirflowM3h: real,
  model: optionalText,
  count: count.nullable(),
  unitCapacityKgH: number,
  margin: number,
  airflowM3h: number,
  powerKw: number,
  frostWithoutKgDay: real,
  frostResidualKgH: number,
  frostWithKgDay: number,
  reduction: number,
  energyKwhDay: number,
  setPointGKg: number,
} satisfies Record<keyof Variant, z.ZodType>
const variant = answerOf<Variant>()(z.object(variantFields))
const alternative = answerOf<Alternative>()(z.object({ kind: z.enum(alternativeKinds), ...variantFields }))
const warning = answerOf<Warning>()(
  z.object({ code: z.enum(warningCodes), field: fieldName.optional(), values: z.record(text, real).optional() }),
)
const noFit = answerOf<NoFit>()(
  z.object({
    limits: z.array(z.enum(['temperature', 'capacity', 'sweep'])),
    largest: z.object({ model: text, count, capacityKgH: real, airflowM3h: real }).nullable(),
    remedies: z.array(
      z.object({
        kind: z.enum(remedyKinds),
        alone: variant.nullable(),
        together: variant.nullable(),
        shareAlone: number,
        shareTogether: number,
      }),
    ),
  }),
)
const capacitySource = answerOf<CapacitySource>()(
  z.object({
    maker: optionalText,
    sheet: optionalText,
    sheetDate: optionalText,
    source: optionalText,
    points: count,
    nearest: z.object({ tC: real, wGKg: real, kgH: real }).nullable(),
    isOutside: z.boolean(),
  }),
)
const energyFields = {
  frostWithoutKwh: real,
  frostWithKwh: real,
  unitsKwh: real,
  coolingKwh: real,
  heatKwh: real,
} satisfies Record<keyof Energy, z.ZodType>
const running = answerOf<Running>()(
  z.object({
    day: z.object(energyFields),
    months: z.array(z.object({ month: count, ...energyFields })).nullable(),
    year: z.object(energyFields).nullable(),
    savedKwh: number,
    costWithout: number,
    costWith: number,
    investment: number,
    currency: optionalText,
    paybackYears: number,
    defrostsWithoutDay: number,
    defrostsWithDay: number,
  }),
)
const selection = answerOf<Selection>()(
  z.object({
    status,
    needKgH: real,
    governs: z.enum(['design', 'peak']),
    requiredAirflowM3h: real,
    model: optionalText,
    count: count.nullable(),
    unitCapacityKgH: number,
    margin: number,
    capacityBasis: z.enum(capacityBases).nullable(),
    capacitySource: capacitySource.nullable(),
    frostWithoutKgDay: real,
    frostResidualKgH: number,
    frostWithKgDay: number,
    reduction: number,
    isCondensate: z.boolean(),
    storeHumidityGKg: number,
    setPointGKg: number,
    supplyTempC: number,
    sensibleHeatKw: number,
    dryCoilNeedKgH: number,
    annualFrostWithoutKg: number,
    annualFrostWithKg: number,
    energyKwhDay: number,
    running: running.nullable(),
    warnings: z.array(warning),
    alternatives: z.array(alternative),
    noFit: noFit.nullable(),
    calculationVersion: text,
    catalogueVersion: text,
  }),
)

const exportStatus = z.union([z.literal(0), z.literal(1)])
const image = answerOf<ProjectImage>()(z.object({ path: text, url: text, fileName: text, width: count, height: count }))
const pdf = answerOf<ProjectPdf>()(
  z.object({ version: text, pdfUrl: text, pdfFileName: text, language: z.enum(reportLanguages), createTimeStr: text }),
)
const head = {
  id,
  projectNo: text,
  userId: id.nullable(),
  userName: optionalText,
  companyId: id,
  company: text,
  name: optionalText,
  city: optionalText,
  exportStatus,
  version: text,
  rowVersion: id,
  createTimeStr: text,
  updateTimeStr: text,
}
const project = {
  ...head,
  ...numbers,
  ...choices,
  customer: optionalText,
  customerContact: optionalText,
  customerReference: optionalText,
  coldStorageUsage: optionalText,
  zeroConfirmed: z.array(z.enum(zeroFields)),
  climate: cityAnswer.nullable(),
  mainImage: optionalText,
  coldStorageImages: z.array(text),
  images: z.array(image),
  pdfUrl: optionalText,
  pdfFileName: optionalText,
  pdfList: z.array(pdf),
  selection: selection.nullable(),
  catalogueVersion: optionalText,
}
export const projectAnswer = answerOf<Project>()(z.object(project))
export const savedProjectAnswer = answerOf<SavedProject>()(
  z.object({
    ...project,
    problems: z.array(z.object({ field: fieldName, problem: z.enum(['notANumber', 'notAChoice', 'notAText']) })),
  }),
)
const isPlanned = Object.fromEntries(planFields.map((field) => [field, true])) as Record<keyof PlanData, true>
const plan = answerOf<PlanData>()(z.object({ ...numbers, ...choices }).pick(isPlanned))
export const cardAnswer = answerOf<ProjectCard>()(
  z.object({
    ...head,
    mainImageUrl: optionalText,
    model: optionalText,
    count: count.nullable(),
    status: status.nullable(),
    plan,
  }),
)
export const unassignedAnswer = answerOf<UnassignedProject[]>()(z.array(z.object({ id, name: optionalText })))
