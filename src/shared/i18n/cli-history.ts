import { defineWords } from './define.ts'

/** Words of the terminal about the history of device-days. */
export const cliHistory = defineWords(
  {
    'cli.history': '每日数据的历史：占用、每月增长',
    'cli.history.status': '显示每个月和每张持续增长的表占用多少、每月增长多少',
    'cli.history.rows': '{{rows}} 行',
    'cli.history.each': '每台每天 {{bytes}} B',
    'cli.history.open': '未关闭',
    'cli.history.closed': '已关闭',
    'cli.history.archived': '已归档',
    'cli.history.written': '已关闭，之后又有写入',
    'cli.history.perMonth': '每月 {{size}}',
    'cli.history.settings': '月份结束 {{days}} 天后关闭（改写为紧凑的页）；数据库保留全部月份',
  },
  {
    'cli.history': 'history of device-days: what it takes and grows by',
    'cli.history.status': 'how much each month and each table that grows takes, and what it grows by a month',
    'cli.history.rows': '{{rows}} rows',
    'cli.history.each': '{{bytes}} B a device and day',
    'cli.history.open': 'open',
    'cli.history.closed': 'closed',
    'cli.history.archived': 'archived',
    'cli.history.written': 'closed, written since',
    'cli.history.perMonth': '{{size}} a month',
    'cli.history.settings': 'a month is closed {{days}} days after its end (rewritten compact); the database keeps every month',
  },
)
