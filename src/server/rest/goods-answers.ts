import { z } from 'zod'
import type { CatalogueAnswer, CatalogueSaveAnswer, CatalogueVersionRow } from '#shared/catalogue.ts'
import type { MaterialRow, NamedRow, PartRow } from '#shared/goods.ts'
import { heatSources } from '#shared/selection/model.ts'

const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)
const number = z.number()

export const namedAnswer: z.ZodType<NamedRow> = z.object({ id, name: text, rowVersion: id })
export const materialAnswer: z.ZodType<MaterialRow> = z.object({
  id,
  name: text,
  unit: text.nullable(),
  materialTypeId: id,
  materialType: text,
  modelId: id.nullable(),
  model: text.nullable(),
  rowVersion: id,
})
export const partsAnswer: z.ZodType<PartRow[]> = z.array(
  z.object({ id, materialId: id, name: text, unit: text.nullable(), number, notes: text.nullable(), rowVersion: id }),
)
export const deletedAnswer: z.ZodType<{ id: number }> = z.object({ id })

const catalogueHead = { version: text, source: text, savedBy: text.nullable(), createTimeStr: text }
export const catalogueAnswer: z.ZodType<CatalogueAnswer> = z.object({
  ...catalogueHead,
  newest: z.boolean(),
  models: z.array(
    z.object({
      model: text,
      family: text,
      airflowM3h: number,
      capFactor: number.nullable(),
      ratedCapacityKgH: number.nullable(),
      fanKw: number,
      regenKw: number,
      tMin: number,
      tMax: number,
      lengthMm: number.nullable(),
      widthMm: number.nullable(),
      heightMm: number.nullable(),
      weightKg: number.nullable(),
      dimsStatus: text,
      maker: text.nullable(),
      sheet: text.nullable(),
      sheetDate: text.nullable(),
      source: text.nullable(),
      points: z.array(
        z.object({ tC: number, rhPct: number.nullable(), wGKg: number.nullable(), airflowM3h: number, kgH: number, heaterKw: number.nullable() }),
      ),
      heatSource: z.enum(heatSources),
      regenTempC: number.nullable(),
      regenAirflowM3h: number.nullable(),
      price: number.nullable(),
      currency: text.nullable(),
    }),
  ),
})
export const catalogueVersionAnswer: z.ZodType<CatalogueVersionRow> = z.object({ ...catalogueHead, models: count })
export const catalogueSaveAnswer: z.ZodType<CatalogueSaveAnswer> = z.object({
  read: count,
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  refused: count,
  applied: z.boolean(),
  version: text,
  errors: z.array(z.object({ line: count, model: text, reason: text })),
})
