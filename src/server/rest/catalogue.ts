import { z } from 'zod'
import type { CatalogueAnswer, CatalogueSaveAnswer, CatalogueVersionRow } from '#shared/catalogue.ts'
import { heatSources } from '#shared/selection/model.ts'
import { answerOf, count, listOf, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

const number = z.number()
const catalogueHead = { version: text, source: text, savedBy: text.nullable(), createTimeStr: text }
export const catalogueAnswer = answerOf<CatalogueAnswer>()(
  z.object({
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
          z.object({
            tC: number,
            rhPct: number.nullable(),
            wGKg: number.nullable(),
            airflowM3h: number,
            kgH: number,
            heaterKw: number.nullable(),
          }),
        ),
        heatSource: z.enum(heatSources),
        regenTempC: number.nullable(),
        regenAirflowM3h: number.nullable(),
        price: number.nullable(),
        currency: text.nullable(),
      }),
    ),
  }),
)
export const catalogueVersionAnswer = answerOf<CatalogueVersionRow>()(z.object({ ...catalogueHead, models: count }))
export const catalogueSaveAnswer = answerOf<CatalogueSaveAnswer>()(
  z.object({
    read: count,
    added: count,
    changed: count,
    removed: count,
    unchanged: count,
    refused: count,
    applied: z.boolean(),
    version: text,
    errors: z.array(z.object({ line: count, model: text, reason: text })),
  }),
)

/** The catalogue of dehumidifiers. */
export const catalogueRoutes: readonly Route[] = [
  route('GET', '/catalogue/get', 'catalogue.get', {
    title: 'api.catalogueGet',
    answer: catalogueAnswer,
    example: { query: { version: 1 } },
  }),
  route('POST', '/catalogue/versions', 'catalogue.versions', {
    title: 'api.catalogueVersions',
    answer: listOf(catalogueVersionAnswer),
    example: { body: { page: 1, size: 20 } },
  }),
  route('POST', '/catalogue/save', 'catalogue.save', {
    title: 'api.catalogueSave',
    answer: catalogueSaveAnswer,
    example: {
      body: {
        baseVersion: 1,
        source: '2027 年样本',
        dryRun: true,
        rows: [
          {
            line: 2,
            model: 'S-2000',
            family: 'S',
            airflowM3h: 2000,
            capFactor: 1,
            ratedCapacityKgH: 12,
            fanKw: 1.5,
            regenKw: 16,
            tMin: -30,
            tMax: 35,
          },
        ],
      },
    },
  }),
]
