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
    'column.maker': '制造商',
    'column.sheet': '样本',
    'column.sheetDate': '样本日期',
    'column.source': '来源',
    'column.heatSource': '再生热源',
    'column.regenTempC': '再生温度',
    'column.regenAirflowM3h': '再生风量',
    'column.price': '单价',
    'column.currency': '货币',
    'column.tC': '点：进风温度',
    'column.rhPct': '点：相对湿度',
    'column.wGKg': '点：含湿量',
    'column.kgH': '点：除湿量',
    'column.heaterKw': '点：再生功率',
    'column.points': '性能点',
    'problem.nameWrong': '{{column}}不能为空，且不超过 {{most}} 个字',
    'problem.twice': '型号重复，首次在第 {{line}} 行',
    'problem.cellEmpty': '{{column}}不能为空',
    'problem.notANumber': '{{column}}不是有效的数字：{{value}}',
    'problem.range': '{{column}}应在 {{min}} 到 {{max}} 之间：{{value}}',
    'problem.tempOrder': '最高进风温度低于最低进风温度',
    'problem.dimsUnknown': '{{column}}应为 estimate（估算）或 maker（厂家）：{{value}}',
    'problem.noCapacity': '没有除湿量：须填额定除湿量、能力系数或性能点',
    'problem.noRegeneration': '{{column}}不能为空，除非每个性能点都有再生功率',
    'problem.noHumidity': '性能点没有湿度：须填相对湿度或含湿量',
    'problem.currencyMissing': '填了单价，须填货币，如 CNY',
    'problem.modelMissing': '性能点不属于任何型号',
    'problem.heatUnknown': '{{column}}应为 electric（电）、steam（蒸汽）、gas（燃气）或 hotWater（热水）：{{value}}',
    'problem.currencyUnknown': '{{column}}应为三个字母的代码，如 CNY：{{value}}',
    'problem.mixedUnits': '{{column}}像是另一种单位：{{value}}（相对湿度用 %，含湿量用 g/kg）',
    'problem.contradicts': '额定除湿量 {{rated}} kg/h 与能力系数 {{factor}} 矛盾：按该系数应为 {{expected}} kg/h',
    'problem.pointOutside': '{{column}} {{value}} °C 不在该型号的 {{min}} 到 {{max}} °C 之内',
    'problem.pointTwice': '与第 {{first}} 个性能点重复',
    'problem.humidityTwice': '相对湿度 {{rh}} % 与含湿量 {{given}} g/kg 不一致：按相对湿度应为 {{expected}} g/kg',
    'problem.aboveSaturation': '含湿量 {{value}} g/kg 高于该温度下的饱和值 {{most}} g/kg',
    'problem.aboveAir': '除湿量 {{value}} kg/h 超过空气所含的 {{most}} kg/h',
    'problem.factorAboveAir': '能力系数 {{value}} 超过 {{most}}：除湿量会多于 20 °C、60 % 时空气所含的水分',
    'problem.airflowApart': '该点风量 {{value}} m³/h 与额定风量 {{nominal}} m³/h 相差过大：单位是否一致？',
    'problem.tooManyPoints': '一个型号最多 {{most}} 个性能点',
    'problem.tooManyModels': '一个机型目录最多 {{most}} 个型号',
    'problem.atPoint': '第 {{point}} 个性能点：{{text}}',
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
    'column.maker': 'Maker',
    'column.sheet': 'Sheet',
    'column.sheetDate': 'Sheet date',
    'column.source': 'Source',
    'column.heatSource': 'Heat source',
    'column.regenTempC': 'Regeneration temperature',
    'column.regenAirflowM3h': 'Regeneration air flow',
    'column.price': 'Price',
    'column.currency': 'Currency',
    'column.tC': 'Point: process air',
    'column.rhPct': 'Point: relative humidity',
    'column.wGKg': 'Point: humidity ratio',
    'column.kgH': 'Point: capacity',
    'column.heaterKw': 'Point: heater',
    'column.points': 'Performance points',
    'problem.nameWrong': '{{column}} is missing or longer than {{most}} characters',
    'problem.twice': 'the model stands here twice, first in line {{line}}',
    'problem.cellEmpty': '{{column}} is missing',
    'problem.notANumber': '{{column}} is not a number: {{value}}',
    'problem.range': '{{column}} must be from {{min}} to {{max}}: {{value}}',
    'problem.tempOrder': 'the highest process air is below the lowest',
    'problem.dimsUnknown': '{{column}} must be estimate or maker: {{value}}',
    'problem.noCapacity': 'no capacity: a rated capacity, a capacity factor or performance points are needed',
    'problem.noRegeneration': '{{column}} is missing, and not every point says its heater',
    'problem.noHumidity': 'a point without humidity: relative humidity or humidity ratio is needed',
    'problem.currencyMissing': 'a price needs a currency, such as CNY',
    'problem.modelMissing': 'a point that belongs to no model',
    'problem.heatUnknown': '{{column}} must be electric, steam, gas or hotWater: {{value}}',
    'problem.currencyUnknown': '{{column}} must be a code of three letters, such as CNY: {{value}}',
    'problem.mixedUnits':
      '{{column}} looks like another unit: {{value}} (relative humidity in %, humidity ratio in g/kg)',
    'problem.contradicts':
      'the rated capacity of {{rated}} kg/h contradicts the capacity factor of {{factor}}, which means {{expected}} kg/h',
    'problem.pointOutside': '{{column}} of {{value}} °C is outside of the model’s {{min}} to {{max}} °C',
    'problem.pointTwice': 'the same as point {{first}}',
    'problem.humidityTwice':
      'relative humidity {{rh}} % and humidity ratio {{given}} g/kg disagree: {{rh}} % means {{expected}} g/kg',
    'problem.aboveSaturation':
      'a humidity ratio of {{value}} g/kg is above saturation at that temperature, {{most}} g/kg',
    'problem.aboveAir': 'a capacity of {{value}} kg/h is more than the {{most}} kg/h that the air holds',
    'problem.factorAboveAir':
      'a capacity factor of {{value}} is above {{most}}: it would take more than air of 20 °C, 60 % holds',
    'problem.airflowApart':
      'the air flow of {{value}} m³/h is far from the nominal {{nominal}} m³/h: is it the same unit?',
    'problem.tooManyPoints': 'a model has at most {{most}} points',
    'problem.tooManyModels': 'a catalogue has at most {{most}} models',
    'problem.atPoint': 'point {{point}}: {{text}}',
  },
)
const say = createBook<keyof typeof words.zh>(words)

type Column = CatalogueProblem['column'] | 'points'
export const catalogueColumnLabel = (language: 'zh' | 'en', column: Column): string => say(language, `column.${column}`)

/** One sentence for a cell that cannot be taken. */
export const catalogueProblemText = (
  language: 'zh' | 'en',
  { column, code, values, point }: CatalogueProblem,
): string => {
  const label = catalogueColumnLabel(language, column)
  // The sentence says already that it is about a point.
  const name = point === undefined ? label : label.replace(/^(?:点：|Point: )/, '')
  const text = say(language, `problem.${code}`, { column: name, ...values })
  return point === undefined ? text : say(language, 'problem.atPoint', { point, text })
}
