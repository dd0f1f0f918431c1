import { defineWords } from './define.ts'

/** Words of `coldfleet orders`. */
export const cliOrders = defineWords(
  {
    'cli.orders': '物料出入库：列出、导出',
    'cli.orders.list': '列出物料出入库单，最新的在前',
    'cli.orders.export': '导出全部符合条件的物料出入库单，每种物料一行',
    'cli.orders.withVoided': '包括已作废的',
    'cli.orders.size': '列出多少张（默认 20，最多 1,020）',
    'cli.orders.outside': '外部',
    'cli.orders.voided': '已作废',
    'cli.orders.total': '共 {{total}} 张，列出 {{shown}} 张',
  },
  {
    'cli.orders': 'orders of goods in and out: list, export',
    'cli.orders.list': 'lists orders of goods, the newest first',
    'cli.orders.export': 'writes all matching orders of goods, a line for each kind of goods',
    'cli.orders.withVoided': 'with void ones',
    'cli.orders.size': 'how many are listed (20 unless told otherwise, 1,020 at most)',
    'cli.orders.outside': 'outside',
    'cli.orders.voided': 'void',
    'cli.orders.total': '{{shown}} of {{total}} [total: order|orders]',
  },
)
