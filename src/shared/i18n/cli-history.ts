import { defineWords } from './define.ts'

/** Words of the terminal about the history of device-days. */
export const cliHistory = defineWords(
  {
    'cli.history': '每日数据的历史：占用、每月增长、归档与恢复',
    'cli.history.status': '显示每个月和每张持续增长的表占用多少、每月增长多少',
    'cli.history.rows': '{{rows}} 行',
    'cli.history.aboutRows': '约 {{rows}} 行',
    'cli.history.each': '每台每天 {{bytes}} B',
    'cli.history.open': '未关闭',
    'cli.history.closed': '已关闭',
    'cli.history.archived': '已归档',
    'cli.history.written': '已关闭，之后又有写入',
    'cli.history.missing': '文件缺失',
    'cli.history.silent': '文件存储（STORAGE_URL）没有应答，无法列出其中的文件：归档文件是否齐全未知',
    'cli.history.empty': '文件存储（STORAGE_URL）为空：其文件夹不存在，或未挂载；归档文件是否齐全未知',
    'cli.history.perMonth': '每月 {{size}}',
    'cli.history.settings': '月份结束 {{days}} 天后关闭（改写为紧凑的页）',
    'cli.history.onNodes':
      '表已分布到多个节点：大小为所有节点之和；月份既不压缩也不归档，HISTORY_CLOSE_AFTER 与 HISTORY_ARCHIVE_AFTER 无效',
    'cli.history.keepsAll': '数据库保留全部月份；HISTORY_ARCHIVE_AFTER 可让已关闭的月份按时归档',
    'cli.history.archives':
      '已关闭的月份在结束 {{months}} 个月后归档（移到 STORAGE_URL 中的 Parquet 文件，仍可查询与导出）',
    'cli.history.archive':
      '把已关闭的月份归档：每日数据移到 STORAGE_URL 中的 Parquet 文件，仍可查询与导出，不能再更改；在服务器的机器上执行',
    'cli.history.restore': '把归档的月份恢复到数据库；在服务器的机器上执行',
    'cli.history.month': '月份，如 2026-03',
    'cli.history.before': '该月份之前所有已关闭的月份',
    'cli.history.dryRun': '只显示会归档哪些月份，不做任何更改',
    'cli.history.sure': '确认归档',
    'cli.history.restoreSure': '可省略：恢复不会删除任何数据，因此无需确认',
    'cli.history.which': '请用 --month 或 --before 说明要归档哪些月份（两者选一）',
    'cli.history.yes': '归档会把每日数据移出数据库：先用 --dry-run 查看，再用 --yes 确认',
    'cli.history.monthWrong': '--{{option}} {{value}}: 应为月份 YYYY-MM',
    'cli.history.archiving': '正在归档',
    'cli.history.restoring': '正在恢复',
    'cli.history.wouldArchive': '会归档 {{count}} 个月份，尚未更改',
    'cli.history.archivedMonths': '已归档 {{count}} 个月份',
    'cli.history.restored': '{{month}} 已恢复到数据库',
  },
  {
    'cli.history': 'history of device-days: what it takes and grows by, its archive',
    'cli.history.status': 'how much each month and each table that grows takes, and what it grows by a month',
    'cli.history.rows': '{{rows}} [rows: row|rows]',
    'cli.history.aboutRows': 'about {{rows}} rows',
    'cli.history.each': '{{bytes}} B a device and day',
    'cli.history.open': 'open',
    'cli.history.closed': 'closed',
    'cli.history.archived': 'archived',
    'cli.history.written': 'closed, written since',
    'cli.history.missing': 'file missing',
    'cli.history.silent':
      'the file storage (STORAGE_URL) does not respond, and its files cannot be listed: it is unknown whether files of archived months are missing',
    'cli.history.empty':
      'the file storage (STORAGE_URL) is empty: its folder is missing or not mounted; it is unknown whether files of archived months are missing',
    'cli.history.perMonth': '{{size}} a month',
    'cli.history.settings': 'a month is closed {{days}} [days: day|days] after its end (rewritten compact)',
    'cli.history.onNodes':
      'the tables are on several nodes: sizes are those of all nodes; months are neither closed nor archived, and HISTORY_CLOSE_AFTER and HISTORY_ARCHIVE_AFTER have no effect',
    'cli.history.keepsAll':
      'the database keeps every month; HISTORY_ARCHIVE_AFTER archives closed months when it is time',
    'cli.history.archives':
      'a closed month is archived {{months}} [months: month|months] after its end: a Parquet file in STORAGE_URL, which lists and exports still read',
    'cli.history.archive':
      'moves closed months into the archive: their device-days become Parquet files in STORAGE_URL, which lists and exports still read and nothing changes any more; on the machine of the server',
    'cli.history.restore': 'brings an archived month back into the database; on the machine of the server',
    'cli.history.month': 'a month, such as 2026-03',
    'cli.history.before': 'every closed month before this one',
    'cli.history.dryRun': 'only tell which months would be archived, and change nothing',
    'cli.history.sure': 'archive them',
    'cli.history.restoreSure': 'may be left out: restoring deletes nothing, so it needs no confirmation',
    'cli.history.which': 'say which months by --month or --before, one of the two',
    'cli.history.yes': 'archiving takes device-days out of the database: look at it with --dry-run, do it with --yes',
    'cli.history.monthWrong': '--{{option}} {{value}}: a month, YYYY-MM',
    'cli.history.archiving': 'archiving',
    'cli.history.restoring': 'bringing back',
    'cli.history.wouldArchive': 'months that would be archived: {{count}}; nothing was changed',
    'cli.history.archivedMonths': 'months archived: {{count}}',
    'cli.history.restored': '{{month}} is in the database again',
  },
)
