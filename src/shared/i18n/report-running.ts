import { defineWords } from './define.ts'

/** Words of what frost and dryness cost, what the equipment buys, and what is still on the coil. */
export const reportRunning = defineWords(
  {
    'running.heading': '逐月能耗（估算，每月 kWh）',
    'running.without': '无设备：盘管析湿与融霜',
    'running.withoutCondensate': '无设备：盘管析湿',
    'running.with': '使用设备：合计',
    'running.coil': '　其中盘管析湿与融霜',
    'running.coilCondensate': '　其中盘管析湿',
    'running.units': '　其中除湿机',
    'running.cooling': '　其中送风冷却',
    'running.heat': '再生热量（非电）',
    'running.sum': '全年',
    'running.noMonths': '未填写夏季或冬季平均值，不计算全年能耗。',
    'running.takesMore': '使用设备全年多耗电 {{energy}}：除湿的耗电高于盘管析湿与融霜，不会因省电而收回投资。',
    'running.takesMoreCondensate': '使用设备全年多耗电 {{energy}}：除湿的耗电高于盘管析湿，不会因省电而收回投资。',
    'running.saves': '使用设备全年省电 {{energy}}。',
    'running.noPayback': '按所填电价，使用设备的全年电费更高，没有简单回收期。',
    'running.buysDry': '换来的是：盘管保持干燥，设计日融霜由 {{before}} 次/天减为 0（霜层 1 mm 计一次）。',
    'running.buysLess':
      '换来的是：设计日盘管结霜由 {{without}} 减为 {{with}}，融霜由 {{before}} 次/天减为 {{after}} 次/天（霜层 1 mm 计一次）。',
    'running.buysDryCondensate': '换来的是：盘管保持干燥，没有凝水滴落。',
    'running.buysLessCondensate': '换来的是：设计日盘管凝水由 {{without}} 减为 {{with}}。',
    'running.buysDoors': '回笼间的空气保持在不起雾的极限以内，门口与地面不因门口混合空气而结冰。',
    'running.stillFreezes':
      '仍有结霜：设计日 {{with}} 在盘管上结霜（来自经内门进入的空气{{released}}），融霜仍须保留。',
    'running.stillFreezesOpen':
      '仍有结霜：设计日 {{with}} 在盘管上结霜（来自经门进入的空气{{released}}），盘管并不干燥，融霜仍须保留。',
    'running.stillCondenses': '仍有凝水：设计日 {{with}} 在盘管上析出，排水仍须保留。',
    'running.released': '和库内散湿',
  },
  {
    'running.heading': 'Energy by months (estimate, kWh of each month)',
    'running.without': 'Without equipment: coil and defrosts',
    'running.withoutCondensate': 'Without equipment: coil',
    'running.with': 'With equipment: total',
    'running.coil': '  of which coil and defrosts',
    'running.coilCondensate': '  of which coil',
    'running.units': '  of which dehumidifier',
    'running.cooling': '  of which cooling of its air',
    'running.heat': 'Regeneration heat (no electricity)',
    'running.sum': 'Year',
    'running.noMonths': 'The means of summer or winter were not given, so no energy of a year is calculated.',
    'running.takesMore':
      'With the equipment a year takes {{energy}} more electricity: drying takes more than what settles on the coil and its defrosts, and no saving of electricity pays for the units.',
    'running.takesMoreCondensate':
      'With the equipment a year takes {{energy}} more electricity: drying takes more than what settles on the coil, and no saving of electricity pays for the units.',
    'running.saves': 'The equipment saves {{energy}} of electricity a year.',
    'running.noPayback': 'At the price given, electricity costs more with the equipment: there is no simple payback.',
    'running.buysDry':
      'What it buys: a dry coil, and no defrosts on the design day instead of {{before}} (one for each 1 mm of frost).',
    'running.buysLess':
      'What it buys: on the design day {{with}} of frost on the coil instead of {{without}}, and {{after}} defrosts a day instead of {{before}} (one for each 1 mm of frost).',
    'running.buysDryCondensate': 'What it buys: a dry coil, from which no condensate drips.',
    'running.buysLessCondensate':
      'What it buys: on the design day {{with}} of condensate on the coil instead of {{without}}.',
    'running.buysDoors':
      'The air of the re-entry room stays within the no-fog limit, so that mixtures of air at the door leave no ice on doors and floor.',
    'running.stillFreezes':
      'What still freezes: {{with}} on the coil on the design day, from air that comes through the inner door{{released}}. Defrosts are still needed.',
    'running.stillFreezesOpen':
      'What still freezes: {{with}} on the coil on the design day, from air that comes through the doors{{released}}. The coil is not dry, and defrosts are still needed.',
    'running.stillCondenses':
      'What still condenses: {{with}} on the coil on the design day; the drain is still needed.',
    'running.released': ' and moisture released in the store',
  },
)
