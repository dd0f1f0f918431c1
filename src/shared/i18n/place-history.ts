import { defineWords } from './define.ts'

/** The charts of one place over time: their formulas, and what is behind a point. */
export const placeHistory = defineWords(
  {
    'history.states': '设备状态',
    'history.none': '这段时间没有数据',
    'history.noneHelp': '请选择其他日期；设备上报后，这里显示状态和比率的变化。',
    'history.nothing': '收到首次设备上报后，这里显示状态和比率的变化。',
    'history.monthNote': '按月显示每天的平均台数；点击查看当月各日的台数和全月的状态变化。',
    'history.dayNote': '点击图中任意一天，查看当天的设备和状态变化。',
    'history.lastDay': '月末 {{count}}',
    'history.formulaOf': '{{name}}的计算公式',
    'history.numerator': '分子',
    'history.denominator': '分母',
    'history.formula.online': '在线率 = (正常 + 低算力 + 告警) ÷ 分母 × 100%',
    'history.formula.offline': '离线率 = 已下线 ÷ 分母 × 100%',
    'history.formula.compliance': '算力达标率 = 平均算力不低于 k × 目标算力的在役设备 ÷ 分母 × 100%',
    'history.targets': '现行 k × 目标：{{rules}}；以往各日按当日的标准。',
    'history.base.inService':
      '分母（在役设备）= 正常 + 低算力 + 告警 + 已下线；从未上报的设备，以及当日没有数据的设备（站点没有上报或上报不完整）不计入。',
    'history.base.allOwned': '分母（全部自有设备）= 在役设备 + 送修中 + 修复未上线 + 丢失。',
    'history.rules':
      '保留两位小数，向下取整，因此 100 表示全部；没有收到数据的日子不画点。按月 = 各日分子之和 ÷ 各日分母之和。',
    'drawer.title': '{{date}} · {{part}}',
    'drawer.changesTab': '状态变化',
    'drawer.cause': '原因',
    'drawer.at': '时间',
    'drawer.devices': '{{part}}的设备（{{count}}）',
    'drawer.changes': '状态变化（{{count}}）',
    'drawer.searchedFrom': '这段时间的变化太多，只查找了 {{time}} 以来的；缩短日期范围可查看更早的变化。',
    'drawer.noDevices': '当天没有这样的设备',
    'drawer.noChanges': '没有状态变化',
    'drawer.onlyState': '仅与“{{state}}”有关',
    'drawer.onDay': '{{date}} 日终的设备',
    'drawer.monthDays': '该月各日',
    'drawer.monthRate': '{{part}}：全月 {{count}} / {{of}} 台日（{{rate}}）',
    'drawer.monthState': '{{part}}：日均 {{average}} 台（合计 {{count}} 台日）',
    'drawer.averageNote': '各日的平均值即图上该月的数；点日期查看当天日终的设备。',
    'drawer.monthNote': '各日之和即图上该月的数；点日期查看当天日终的设备。',
  },
  {
    'history.states': 'Devices by state',
    'history.none': 'No figures for these days',
    'history.noneHelp': 'Choose other days; states and rates appear here once a feed reports devices of this place.',
    'history.nothing': 'States and rates over time appear here after the first feed.',
    'history.monthNote':
      'A month shows the average number per day; click it for its days and what changed in the whole month.',
    'history.dayNote': 'Click a day to see its devices and what changed.',
    'history.lastDay': 'last day {{count}}',
    'history.formulaOf': 'Formula of: {{name}}',
    'history.numerator': 'Numerator',
    'history.denominator': 'Denominator',
    'history.formula.online': 'Online rate = (normal + low + warning) ÷ denominator × 100 %',
    'history.formula.offline': 'Offline rate = offline ÷ denominator × 100 %',
    'history.formula.compliance':
      'Compliance rate = devices in service whose average hash rate reaches k × target ÷ denominator × 100 %',
    'history.targets': 'k × target in effect: {{rules}}; past days keep those of their time.',
    'history.base.inService':
      'Denominator (in service) = normal + low + warning + offline; devices that never reported are left out, and so are those without data on the day, because their site reported in part or not at all.',
    'history.base.allOwned': 'Denominator (all owned) = in service + in repair + repaired + lost.',
    'history.rules':
      'Two decimals, rounded down, so that 100 means all; a day without data is a gap. A month = sum of numerators ÷ sum of denominators of its days.',
    'drawer.title': '{{date}} · {{part}}',
    'drawer.changesTab': 'State changes',
    'drawer.cause': 'Cause, by whom',
    'drawer.at': 'When',
    'drawer.devices': '{{part}} ({{count}})',
    'drawer.changes': 'State changes ({{count}})',
    'drawer.searchedFrom':
      'Too many changes in this period: only those since {{time}} were searched. Choose a shorter period to see earlier ones.',
    'drawer.noDevices': 'No such devices on that day',
    'drawer.noChanges': 'Nothing changed',
    'drawer.onlyState': 'Only into or out of “{{state}}”',
    'drawer.onDay': 'Devices at the end of {{date}}',
    'drawer.monthDays': 'Days of the month',
    'drawer.monthRate': '{{part}}: {{count}} of {{of}} device-days in the month ({{rate}})',
    'drawer.monthState': '{{part}}: {{average}} devices a day on average ({{count}} device-days)',
    'drawer.averageNote':
      'The average of the days is the number of the month in the chart; click a date for the devices at the end of that day.',
    'drawer.monthNote':
      'The days add up to the number of the month in the chart; click a date for the devices at the end of that day.',
  },
)
