import type { CatalogueProblem } from '#shared/catalogue.ts'
import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** Columns of the catalogue, and what is wrong with a cell. */
const words = defineWords(
  {
    'column.model': '型号',
    'column.family': '系列',
    'column.airflowM3h': '风量',
    'column.capFactor': '能力系数',
    'column.ratedCapacityKgH': '额定除湿量',
    'column.fanKw': '风机功率',
    'column.regenKw': '再生功率',
    'column.tMin': '最低进风温度',
    'column.tMax': '最高进风温度',
    'column.lengthMm': '长',
    'column.widthMm': '宽',
    'column.heightMm': '高',
    'column.weightKg': '重量',
    'column.dimsStatus': '尺寸来源',
    'problem.nameWrong': '{{column}}不能为空，且不超过 {{most}} 个字',
    'problem.twice': '型号重复，首次在第 {{line}} 行',
    'problem.cellEmpty': '{{column}}不能为空',
    'problem.notANumber': '{{column}}不是有效的数字：{{value}}',
    'problem.range': '{{column}}应在 {{min}} 到 {{max}} 之间：{{value}}',
    'problem.tempOrder': '最高进风温度低于最低进风温度',
    'problem.dimsUnknown': '{{column}}应为 estimate（估算）或 maker（厂家）：{{value}}',
  },
  {
    'column.model': 'Model',
    'column.family': 'Series',
    'column.airflowM3h': 'Air flow',
    'column.capFactor': 'Capacity factor',
    'column.ratedCapacityKgH': 'Rated capacity',
    'column.fanKw': 'Fan power',
    'column.regenKw': 'Regeneration power',
    'column.tMin': 'Lowest process air',
    'column.tMax': 'Highest process air',
    'column.lengthMm': 'Length',
    'column.widthMm': 'Width',
    'column.heightMm': 'Height',
    'column.weightKg': 'Weight',
    'column.dimsStatus': 'Sizes from',
    'problem.nameWrong': '{{column}} is missing or longer than {{most}} characters',
    'problem.twice': 'the model stands here twice, first in line {{line}}',
    'problem.cellEmpty': '{{column}} is missing',
    'problem.notANumber': '{{column}} is not a number: {{value}}',
    'problem.range': '{{column}} must be from {{min}} to {{max}}: {{value}}',
    'problem.tempOrder': 'the highest process air is below the lowest',
    'problem.dimsUnknown': '{{column}} must be estimate or maker: {{value}}',
  },
)
const say = createBook<keyof typeof words.zh>(words)

type Column = CatalogueProblem['column']
export const catalogueColumnLabel = (language: 'zh' | 'en', column: Column): string => say(language, `column.${column}`)

/** One sentence for a cell that cannot be taken. */
export const catalogueProblemText = (language: 'zh' | 'en', { column, code, values }: CatalogueProblem): string =>
  say(language, `problem.${code}`, { column: catalogueColumnLabel(language, column), ...values })
