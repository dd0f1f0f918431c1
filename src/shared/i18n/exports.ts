import { defineWords } from './define.ts'

/** Names and columns of files, and the dialog that makes them. */
export const exportWords = defineWords(
  {
    'data.export.name': '数据列表',
    'export.warnings': '告警列表',
    'export.dailies': '设备日报',
    'export.days': '每日汇总',
    'export.stateSince': '状态开始时间',
    'export.preparing': '正在准备文件…',
    'export.daysAbout': '{{from}} 至 {{to}} 每日一行：各状态台数与比率（口径：{{basis}}）；没有数据的日期留空。',
    'export.dailiesAbout': '{{from}} 至 {{to}} 每台设备每日一行，归属以当日为准。',
    'statement.name': '设备月度对账单',
    'statement.about': '中英文 PDF：各状态台数、三项比率及其分子分母、逐日数据、维修记录、设备增减。',
    'statement.month': '月份',
    'export.total': '按当前筛选和排序导出全部 {{count}} 行',
  },
  {
    'data.export.name': '数据列表',
    'export.warnings': 'Warnings',
    'export.dailies': 'Daily device reports',
    'export.days': 'Daily totals',
    'export.stateSince': 'In this state since',
    'export.preparing': 'Preparing the file…',
    'export.daysAbout':
      'One line per day from {{from}} to {{to}}: devices by state and rates (basis: {{basis}}); a day without data is left empty.',
    'export.dailiesAbout': 'One line per device and day from {{from}} to {{to}}, with the owner on that day.',
    'statement.name': 'Monthly statement',
    'statement.about':
      'A PDF in Chinese and English: devices by state, three rates with what they are made of, day by day, repairs, devices gained and given up.',
    'statement.month': 'Month',
    'export.total': 'All {{count}} [row|rows] with the current filters and sorting',
  },
)
