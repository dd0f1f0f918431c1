import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** Why a line of a file of cities is refused. */
const cities = defineWords(
  {
    'city.nameWrong': '城市名称不能为空，且不超过 {{most}} 个字',
    'city.twice': '城市在文件中重复，首次在第 {{line}} 行',
    'city.notANumber': '{{column}} 不是有效的数字：{{value}}',
    'city.range': '{{column}} 应在 {{min}} 到 {{max}} 之间：{{value}}',
  },
  {
    'city.nameWrong': 'the name of the city is missing or longer than {{most}} characters',
    'city.twice': 'the city stands in the file twice, first in line {{line}}',
    'city.notANumber': '{{column}} is not a number: {{value}}',
    'city.range': '{{column}} must be from {{min}} to {{max}}: {{value}}',
  },
)
export type CityImportWord = keyof typeof cities.zh
export const cityImportWord = createBook<CityImportWord>(cities)
