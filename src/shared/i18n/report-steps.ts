import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** What each step of the trace computes, whatever the case or the door. */
const quantities = defineWords(
  {
    pressure: '大气压力',
    'store.humidityRatio': '库内空气含湿量',
    'store.volume': '库内空气比容',
    'store.density': '库内空气密度',
    'store.frostPoint': '库内空气霜点（露点）温度',
    'curtains.effectiveness': '风幕与门帘的综合阻隔效率',
    'outdoor.humidityRatio': '库外空气含湿量',
    'outdoor.volume': '库外空气比容',
    'outdoor.density': '库外空气密度',
    'zone.temperature': '保护区温度',
    'zone.noFogLimit': '保护区不起雾的最大含湿量',
    'zone.humidityRatio': '保护区目标含湿量',
    'zone.volume': '保护区空气比容',
    'zone.density': '保护区空气密度',
    'zone.relativeHumidity': '保护区相对湿度',
    'door.densityFactor': '密度修正系数',
    'door.fullFlow': '门洞全开时的换气量',
    'door.meanVelocity': '门洞平均流速',
    'door.flowFactor': '流动系数',
    'door.effectiveSeconds': '每次开门的有效时间',
    'door.openFraction': '开门时间比例',
    'door.sealFlow': '关门时的密封漏风量',
    'door.openFlow': '开门渗入量（时段平均）',
    'door.leakFlow': '关门漏风量（时段平均）',
    openFlow: '各门开门渗入量合计',
    leakFlow: '各门漏风量合计',
    sealFlow: '全部关门时的漏风量合计',
    infiltration: '开门渗入的湿量',
    leakage: '漏风带入的湿量',
    load: '运行时段湿负荷',
    closedRate: '停运时段湿负荷',
    perDay: '每日湿量',
    need: '所需除湿量',
    'rotor.mapTemperature': '转轮曲线用温度',
    'rotor.mapHumidityRatio': '转轮曲线用含湿量',
    'rotor.faceVelocity': '转轮迎面风速',
    'rotor.leavingHumidityRatio': '转轮出口含湿量（曲线内）',
    'rotor.effectiveness': '转轮除湿效率',
    'rotor.supplyHumidityRatio': '送风含湿量',
    'rotor.supplyFrostPoint': '送风霜点（露点）温度',
    'sweep.area': '未受保护的开口面积',
    'sweep.flow': '扫风风量',
    moistureFlow: '除湿所需风量',
    requiredFlow: '所需风量',
    'selection.unitCapacity': '单台除湿量（设计工况）',
    'selection.margin': '除湿量余量',
    'frost.load': '无设备时的结霜量（运行时段）',
    'frost.closedRate': '无设备时的结霜量（停运时段）',
    'frost.perDay': '无设备时的每日结霜量',
    'coil.temperature': '盘管表面温度',
    'coil.dryHumidity': '盘管不结霜的库内相对湿度',
    'coil.latent': '盘管潜热负荷',
    'coil.defrost': '融霜热量',
    'inner.flow': '进入冷库的空气量合计',
    'inner.sealFlow': '全部关门时进入冷库的漏风量',
    'residual.frost': '使用设备后的结霜量（运行时段）',
    'residual.closedRate': '使用设备后的结霜量（停运时段）',
    'residual.perDay': '使用设备后的每日结霜量',
    'residual.reduction': '结霜减少率',
    energy: '除湿机每日能耗（估算）',
    crossCheck: '校核：按 Munters 算表的渗入湿量',
  },
  {
    pressure: 'Atmospheric pressure',
    'store.humidityRatio': 'Humidity ratio of the store',
    'store.volume': 'Specific volume of the store air',
    'store.density': 'Density of the store air',
    'store.frostPoint': 'Frost (dew) point of the store',
    'curtains.effectiveness': 'Effectiveness of the curtains together',
    'outdoor.humidityRatio': 'Humidity ratio outdoors',
    'outdoor.volume': 'Specific volume outdoors',
    'outdoor.density': 'Density outdoors',
    'zone.temperature': 'Temperature of the protected zone',
    'zone.noFogLimit': 'No-fog limit of the zone',
    'zone.humidityRatio': 'Target humidity ratio of the zone',
    'zone.volume': 'Specific volume of the zone air',
    'zone.density': 'Density of the zone air',
    'zone.relativeHumidity': 'Relative humidity of the zone',
    'door.densityFactor': 'Density factor',
    'door.fullFlow': 'Air exchange while fully open',
    'door.meanVelocity': 'Mean velocity in the opening',
    'door.flowFactor': 'Doorway flow factor',
    'door.effectiveSeconds': 'Effective time of one opening',
    'door.openFraction': 'Open-time fraction',
    'door.sealFlow': 'Seal leakage while closed',
    'door.openFlow': 'Inflow while open (mean of the window)',
    'door.leakFlow': 'Leakage (mean of the window)',
    openFlow: 'Inflow of all doors while open',
    leakFlow: 'Leakage of all doors',
    sealFlow: 'Leakage with all doors closed',
    infiltration: 'Moisture by infiltration',
    leakage: 'Moisture by leakage',
    load: 'Moisture load in the operating window',
    closedRate: 'Moisture load in the closed hours',
    perDay: 'Moisture per day',
    need: 'Moisture to be removed (need)',
    'rotor.mapTemperature': 'Temperature within the rotor map',
    'rotor.mapHumidityRatio': 'Humidity ratio within the rotor map',
    'rotor.faceVelocity': 'Face velocity of the rotor',
    'rotor.leavingHumidityRatio': 'Humidity ratio leaving the rotor (map)',
    'rotor.effectiveness': 'Effectiveness of the rotor',
    'rotor.supplyHumidityRatio': 'Humidity ratio of the supply air',
    'rotor.supplyFrostPoint': 'Frost (dew) point of the supply air',
    'sweep.area': 'Unprotected open area',
    'sweep.flow': 'Sweep air flow',
    moistureFlow: 'Air flow for the moisture',
    requiredFlow: 'Required air flow',
    'selection.unitCapacity': 'Capacity of one unit at duty',
    'selection.margin': 'Margin of the capacity',
    'frost.load': 'Frost without equipment, operating window',
    'frost.closedRate': 'Frost without equipment, closed hours',
    'frost.perDay': 'Frost without equipment per day',
    'coil.temperature': 'Coil temperature',
    'coil.dryHumidity': 'Store humidity at which the coil stays dry',
    'coil.latent': 'Latent heat on the coil',
    'coil.defrost': 'Heat to melt the frost',
    'inner.flow': 'Air that enters the store',
    'inner.sealFlow': 'Air that enters with all doors closed',
    'residual.frost': 'Frost with equipment, operating window',
    'residual.closedRate': 'Frost with equipment, closed hours',
    'residual.perDay': 'Frost with equipment per day',
    'residual.reduction': 'Frost reduction',
    energy: 'Energy of the dehumidifiers per day (estimate)',
    crossCheck: 'Cross-check: infiltration by the Munters worksheet',
  },
)
export type StepQuantity = keyof typeof quantities.zh
const quantityWord = createBook<StepQuantity>(quantities)
const isQuantity = (key: string): key is StepQuantity => Object.hasOwn(quantities.zh, key)

/** Parts of the calculation, in the order in which the report prints them. */
export const stepGroups = ['general', 'design', 'peak', 'need', 'rotor', 'choice', 'frost', 'inner', 'check', 'seasons'] as const
export type StepGroup = (typeof stepGroups)[number]

const cases: ReadonlySet<string> = new Set(['design', 'peak', 'summer', 'winter'])
const groupOfFirst: Readonly<Record<string, StepGroup>> = {
  design: 'design',
  peak: 'peak',
  summer: 'seasons',
  winter: 'seasons',
  pressure: 'general',
  store: 'general',
  curtains: 'general',
  need: 'need',
  sweep: 'rotor',
  rotor: 'rotor',
  moistureFlow: 'rotor',
  requiredFlow: 'rotor',
  selection: 'choice',
  energy: 'choice',
  frost: 'frost',
  coil: 'frost',
  inner: 'inner',
  residual: 'inner',
  crossCheck: 'check',
}

/** Where a step of the trace belongs, what it computes, and for which door; null for a step that the report does not know. */
export function stepOf(step: string): { group: StepGroup; quantity: StepQuantity; door: number | null } | null {
  const [first = '', ...rest] = step.split('.')
  const isCase = cases.has(first)
  const inside = isCase || (first === 'inner' && rest[0]?.startsWith('door')) ? rest : [first, ...rest]
  const door = /^door(\d)$/.exec(inside[0] ?? '')?.[1]
  const key = (door === undefined ? inside : ['door', ...inside.slice(1)]).join('.')
  const group = groupOfFirst[first]
  return group && isQuantity(key) ? { group, quantity: key, door: door === undefined ? null : Number(door) } : null
}

const doorWord = { zh: (door: number) => `门${door} `, en: (door: number) => `Door ${door}: ` }

/** A step in words, within its part of the calculation; null for a step that the report does not know. */
export function stepName(language: 'zh' | 'en', step: string): string | null {
  const known = stepOf(step)
  if (!known) return null
  const name = quantityWord(language, known.quantity)
  return known.door === null ? name : `${doorWord[language](known.door)}${language === 'en' ? name.charAt(0).toLowerCase() + name.slice(1) : name}`
}
