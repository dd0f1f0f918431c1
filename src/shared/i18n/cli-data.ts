import { defineWords } from './define.ts'

/** Words of the commands that take data away as files. */
export const cliData = defineWords(
  {
    'cli.data': '数据列表',
    'cli.data.export': '导出全部符合条件的数据',
    'cli.data.kind': '数据种类',
    'cli.data.kinds': '种类应为：{{kinds}}',
    'cli.data.fromUsual': '起始日期 YYYY-MM-DD（含），与 --to 一起给出；日报与汇总不给出时为最近 7 个业务日',
    'cli.data.usualRange': '未给出日期：导出最近 7 个业务日，{{from}} 至 {{to}}（用 --from 与 --to 指定其他日期）',
    'cli.data.noRange': '{{kind}} 没有日期，不接受 --from 与 --to',
    'cli.data.noBasis': '{{kind}} 不接受 --basis',
    'cli.data.noFilter': '{{kind}} 不接受 --{{option}}，可用：{{allowed}}',
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
    'cli.data.fromUsual':
      'first day, YYYY-MM-DD, together with --to; without them dailies and days are those of the last 7 business days',
    'cli.data.usualRange':
      'no days given: exporting the last 7 business days, {{from}} to {{to}} (--from and --to name others)',
    'cli.data.noRange': '{{kind}} has no days: it takes no --from and --to',
    'cli.data.noBasis': '{{kind}} takes no --basis',
    'cli.data.noFilter': '{{kind}} takes no --{{option}}; filters: {{allowed}}',
    'cli.data.basis': 'inService or allOwned',
    'cli.machines': 'machines',
    'cli.dailies': 'devices day by day',
    'cli.statement': 'one month of the devices of a client as a PDF in Chinese and English',
    'cli.statement.client': 'id of the client',
    'cli.statement.month': 'month, YYYY-MM',
  },
)
