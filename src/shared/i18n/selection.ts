import type { AlternativeKind } from '#shared/selection/alternatives.ts'
import type { BlockProblem } from '#shared/selection/export-problems.ts'
import type { CapacityBasis } from '#shared/selection/model.ts'
import type { ParseProblem } from '#shared/selection/project.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import type { Limit, RemedyKind } from '#shared/selection/remedies.ts'
import type { Selection } from '#shared/selection/select.ts'
import type { Warning, WarningCode } from '#shared/selection/warnings.ts'
import { createBook, type Values } from './book.ts'
import { defineWords } from './define.ts'
import { selectionFields } from './selection-fields.ts'

type Words =
  | `warning.${WarningCode}`
  | `alternative.${AlternativeKind}`
  | `remedy.${RemedyKind}`
  | `limit.${Limit}`
  | `basis.${CapacityBasis}`

/** What the selection says besides numbers. */
const said = defineWords(
  {
    'warning.altitudeFarFromCity': '海拔与该城市（{{city}} m）相差超过 300 m',
    'warning.winterAboveSummer': '冬季平均温度高于夏季平均温度',
    'warning.peakBelowSummer': '年最高温度低于夏季平均温度',
    'warning.peakBelowOutdoor': '年最高温度低于库外温度',
    'warning.humidityCut': '最大含湿量高于年最高温度下的饱和值，按 {{most}} g/kg 计算',
    'warning.humidityBelowDesign': '最大含湿量低于设计工况的含湿量 {{design}} g/kg',
    'warning.humidityInKgKg': '数值小于 1：单位应为 g/kg，而不是 kg/kg',
    'warning.temperatureOutsideGoods': '不在该货物的推荐温度 {{min}} 到 {{max}} °C 之内',
    'warning.humidityOutsideGoods': '不在该货物的推荐湿度 {{min}} 到 {{max}} % 之内',
    'warning.coldWithoutRoom': '低于 -30 °C 且没有回笼间：没有可用的机型',
    'warning.outdoorNotWarmer': '库外温度不高于库内设计温度',
    'warning.volumeLarge': '冷库容积超过 {{most}} m³',
    'warning.doorLarge': '门洞面积超过 {{most}} m²',
    'warning.openAllTheTime': '门{{door}}的开门时间超过运行时间，按全程开启计算',
    'warning.durationOdd': '每次开门时间小于 3 s 或大于 120 s：是否填成了分钟？',
    'warning.doorsWide': '各门总宽 {{doors}} m，超过所在墙的长度 {{wall}} m',
    'warning.roomShort': '回笼间长度小于 3 m：两道门可能同时开启',
    'warning.safetyHigh': '安全系数大于 1.3',
    'warning.sweepLow': '设计风速小于 0.3 m/s',
    'warning.moistureHigh': '散湿量超过湿负荷的一半',
    'warning.altitudeAssumed': '未填海拔，按海平面计算',
    'warning.outdoorDry': '库外空气不比目标湿：湿负荷只有库内散湿量',
    'warning.nothingToDry': '没有需要除去的湿量，选型只满足扫风风量',
    'warning.openingLimited': '门{{door}}：一次开门的换气量不超过门后空间的空气量',
    'warning.extrapolated': '处理空气 {{temperature}} °C、{{humidity}} g/kg 超出已发表的转轮曲线，属外推值',
    'warning.outsidePoints': '工况超出制造商数据点的范围，最近的点为 {{temperature}} °C、{{humidity}} g/kg',
    'warning.humidityBelowCoil': '低于 {{least}} %：仅靠盘管达不到该湿度，盘管按饱和状态标定',
    'warning.frostIncreased': '使用设备后盘管上的析湿量不比无设备时少，减少率计为 0',
    'alternative.nPlusOne': '增加一台备用（N+1）',
    'alternative.nextSize': '大一号',
    'alternative.moreSmaller': '多一台较小的',
    'alternative.strictTarget': '严格目标（干燥到库内含湿量）',
    'alternative.dryCoil': '干盘管（盘管上不析湿）',
    'alternative.withoutCurtains': '不设风幕和门帘',
    'alternative.withCurtains': '风幕和门帘都设',
    'alternative.withoutReentryRoom': '不设回笼间',
    'alternative.withReentryRoom': '设回笼间（6 × 5 × 4 m）',
    'remedy.curtains': '加装风幕和门帘',
    'remedy.closeOpenDoor': '常开的门改为随用随关',
    'remedy.reentryRoom': '设置回笼间（6 × 5 × 4 m）',
    'remedy.fewerOpenings': '减少开门次数或缩短开门时间',
    'remedy.specialDesign': '特殊设计',
    'limit.temperature': '处理空气温度超出所有机型的范围',
    'limit.capacity': '8 台最大机型的除湿量不足',
    'limit.sweep': '8 台最大机型的风量不足',
    'basis.makerPoints': '制造商数据点',
    'basis.oneRating': '制造商单一额定值，按 EnergyPlus 转轮曲线换算',
    'basis.referenceSeries': '参考系列',
  } satisfies Record<Words, string>,
  {
    'warning.altitudeFarFromCity': 'the altitude is more than 300 m away from that of the city ({{city}} m)',
    'warning.winterAboveSummer': 'the winter mean is above the summer mean',
    'warning.peakBelowSummer': 'the annual highest temperature is below the summer mean',
    'warning.peakBelowOutdoor': 'the annual highest temperature is below the outdoor temperature',
    'warning.humidityCut':
      'the highest humidity ratio is above saturation at the annual highest temperature; {{most}} g/kg is used',
    'warning.humidityBelowDesign': 'the highest humidity ratio is below that of the design case, {{design}} g/kg',
    'warning.humidityInKgKg': 'below 1: the unit is g/kg, not kg/kg',
    'warning.temperatureOutsideGoods': 'outside {{min}} to {{max}} °C, as recommended for these goods',
    'warning.humidityOutsideGoods': 'outside {{min}} to {{max}} %, as recommended for these goods',
    'warning.coldWithoutRoom': 'below −30 °C without a re-entry room: no model works there',
    'warning.outdoorNotWarmer': 'it is not warmer outside than in the store',
    'warning.volumeLarge': 'the store holds more than {{most}} m³',
    'warning.doorLarge': 'the opening is larger than {{most}} m²',
    'warning.openAllTheTime':
      'door {{door}} would be open for longer than the operating time; it is taken as open all of it',
    'warning.durationOdd': 'below 3 s or above 120 s: were minutes entered?',
    'warning.doorsWide': 'the doors together are {{doors}} m wide, on a wall of {{wall}} m',
    'warning.roomShort': 'shorter than 3 m: both doors may be open at once',
    'warning.safetyHigh': 'the safety factor is above 1.3',
    'warning.sweepLow': 'the sweep velocity is below 0.3 m/s',
    'warning.moistureHigh': 'the moisture released inside is more than half of the load',
    'warning.altitudeAssumed': 'no altitude is given; sea level is used',
    'warning.outdoorDry':
      'the outdoor air is no more humid than the target: the load is the moisture released inside alone',
    'warning.nothingToDry': 'there is nothing to dry; the choice meets the sweep air flow alone',
    'warning.openingLimited': 'door {{door}}: one opening exchanges no more than the air of the room behind it',
    'warning.extrapolated':
      'process air of {{temperature}} °C and {{humidity}} g/kg lies outside the published rotor map; the value is extrapolated',
    'warning.outsidePoints': 'the duty lies outside the maker’s points, nearest: {{temperature}} °C, {{humidity}} g/kg',
    'warning.humidityBelowCoil':
      'below {{least}} %: a coil alone cannot hold this humidity; it is calibrated at saturation',
    'warning.frostIncreased':
      'no less settles on the coil with the equipment than without it; the reduction is given as 0',
    'alternative.nPlusOne': 'One more as a reserve (N+1)',
    'alternative.nextSize': 'Next size up',
    'alternative.moreSmaller': 'One more, smaller ones',
    'alternative.strictTarget': 'Strict target (dry to the humidity of the store)',
    'alternative.dryCoil': 'Dry coil (nothing settles on it)',
    'alternative.withoutCurtains': 'Without curtains',
    'alternative.withCurtains': 'With both curtains',
    'alternative.withoutReentryRoom': 'Without the re-entry room',
    'alternative.withReentryRoom': 'With a re-entry room (6 × 5 × 4 m)',
    'remedy.curtains': 'Add both curtains',
    'remedy.closeOpenDoor': 'Close the door that stands open between passages',
    'remedy.reentryRoom': 'Add a re-entry room (6 × 5 × 4 m)',
    'remedy.fewerOpenings': 'Open less often or for a shorter time',
    'remedy.specialDesign': 'Special design',
    'limit.temperature': 'the process air is outside the temperature range of every model',
    'limit.capacity': 'eight of the largest model take too little moisture',
    'limit.sweep': 'eight of the largest model move too little air',
    'basis.makerPoints': 'maker’s points',
    'basis.oneRating': 'one rating of the maker, shape of the EnergyPlus rotor map',
    'basis.referenceSeries': 'reference series',
  },
)

type Language = 'zh' | 'en'
export type SelectionWord = keyof typeof said.zh | keyof typeof selectionFields.zh
/** The text of a word of the selection; a book of its own, so that no other screen has to load it. */
export const selectionWord = createBook<SelectionWord>({
  zh: { ...said.zh, ...selectionFields.zh },
  en: { ...said.en, ...selectionFields.en },
})

const digits = 3
const rounded = (values: Readonly<Record<string, number | string | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : (value ?? ''),
    ]),
  )

export const fieldLabel = (language: Language, field: FieldName): string => selectionWord(language, `field.${field}`)
/** What is wrong with a value, naming its field, unit and range. */
export const problemText = (
  language: Language,
  { field, problem, values }: BlockProblem | (ParseProblem & { values?: undefined }),
): string =>
  selectionWord(language, `check.${problem}`, {
    field: fieldLabel(language, field),
    ...(values ? rounded(values) : {}),
  }).trim()
export const warningText = (language: Language, { code, values = {} }: Warning): string =>
  selectionWord(language, `warning.${code}`, rounded(values))
type MakersSheet = Pick<NonNullable<Selection['capacitySource']>, 'maker' | 'sheet' | 'sheetDate'>
/** On what a capacity rests, with the sheet of the maker and its date where the figures are his. */
export function basisText(
  language: Language,
  { capacityBasis, capacitySource }: { capacityBasis: Selection['capacityBasis']; capacitySource: MakersSheet | null },
): string {
  if (capacityBasis === null) return '–'
  const { maker = null, sheet = null, sheetDate = null } = capacitySource ?? {}
  const named = [maker, sheet, sheetDate].filter((part) => part !== null).join(language === 'zh' ? '，' : ', ')
  const said = selectionWord(language, `basis.${capacityBasis}`)
  if (named === '') return said
  return language === 'zh' ? `${said}（${named}）` : `${said} (${named})`
}
/** The documented error of the export check: all empty fields under one heading (R487). */
export const missingText = (language: Language, fields: readonly FieldName[]): string =>
  [
    selectionWord(language, 'check.heading'),
    ...fields.map((field) => selectionWord(language, 'check.empty', { field: fieldLabel(language, field) })),
  ].join('\n')
