import { defineWords } from './define.ts'

/** Words of the terminal about snapshots and what a restore leaves. */
export const cliSnapshots = defineWords(
  {
    'cli.db.snapshots': '列出本机数据目录中的快照',
    'cli.db.snapshot': '快照名称，见 db snapshots',
    'cli.db.noKeep': '覆盖前不把现有数据保存为快照',
    'cli.noSnapshots': '{{folder}} 中没有快照',
    'cli.snapshot.daily': '每日',
    'cli.snapshot.migration': '迁移之前',
    'cli.snapshot.restore': '恢复之前',
    'cli.snapshot.rows': '{{rows}} 行',
    'cli.restoreWhat': '请指定备份文件或 --snapshot 其中之一',
    'cli.keptBefore': '恢复前的数据保存为快照 {{name}}',
    'cli.keysMissing': '警告：这里没有这些密码所用的密钥，任何人都无法登录：请在启动前放回原机器的 DATA_DIR/keys，或用 --with-keys 从含密钥的备份恢复',
    'cli.keysForeign': '警告：这里的密钥不是这些密码所用的密钥，任何人都无法登录：请在启动前放回原机器的 DATA_DIR/keys，或用 --with-keys 从含密钥的备份恢复',
    'cli.damagedAside': '无法打开的数据库保留在 {{folder}}：不再需要时请删除',
  },
  {
    'cli.db.snapshots': 'list the snapshots in the data folder of this machine',
    'cli.db.snapshot': 'name of a snapshot, as db snapshots lists it',
    'cli.db.noKeep': 'do not keep what is here as a snapshot first',
    'cli.noSnapshots': 'there are no snapshots in {{folder}}',
    'cli.snapshot.daily': 'daily',
    'cli.snapshot.migration': 'before a migration',
    'cli.snapshot.restore': 'before a restore',
    'cli.snapshot.rows': '{{rows}} rows',
    'cli.restoreWhat': 'name a backup file or --snapshot, one of them',
    'cli.keptBefore': 'what was here before is kept as snapshot {{name}}',
    'cli.keysMissing':
      'WARNING: the keys of these passwords are not here, and nobody can sign in: put DATA_DIR/keys of the former machine in place before the start, or restore with --with-keys from a backup that holds them',
    'cli.keysForeign':
      'WARNING: the keys here are not those of these passwords, and nobody can sign in: put DATA_DIR/keys of the former machine in place before the start, or restore with --with-keys from a backup that holds them',
    'cli.damagedAside': 'the database that could not be opened is kept in {{folder}}: delete it when you need nothing of it any more',
  },
)
