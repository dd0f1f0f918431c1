import { defineWords } from './define.ts'

/** Words of the commands that take data away as files. */
export const cliData = defineWords(
  {
    'cli.data': '数据列表',
    'cli.data.export': '导出全部符合条件的数据',
    'cli.data.kind': '数据种类',
    'cli.data.kinds': '种类应为：{{kinds}}',
    'cli.data.from': '起始日期（日报、汇总、维修）',
    'cli.data.to': '结束日期',
    'cli.data.range': '--from 与 --to 需同时给出',
    'cli.data.basis': '口径：inService 或 allOwned',
    'cli.machines': '机器',
    'cli.dailies': '设备日报',
    'cli.statement': '一个客户一个月的设备对账单（PDF，中英文）',
    'cli.statement.client': '客户编号',
    'cli.statement.month': '月份 YYYY-MM',
  },
  {
    'cli.data': 'lists of data',
    'cli.data.export': 'writes all matching data to a file',
    'cli.data.kind': 'kind of data',
    'cli.data.kinds': 'the kind is one of: {{kinds}}',
    'cli.data.from': 'first day (of dailies, days, repairs)',
    'cli.data.to': 'last day',
    'cli.data.range': '--from and --to go together',
    'cli.data.basis': 'inService or allOwned',
    'cli.machines': 'machines',
    'cli.dailies': 'devices day by day',
    'cli.statement': 'one month of the machines of a client as a PDF in Chinese and English',
    'cli.statement.client': 'id of the client',
    'cli.statement.month': 'month, YYYY-MM',
  },
)
