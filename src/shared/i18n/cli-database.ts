import { defineWords } from './define.ts'

/** Words of the terminal about snapshots, what a restore leaves, and databases on several nodes. */
export const cliDatabase = defineWords(
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
    'cli.keysMissing':
      '警告：这里没有这些密码所用的密钥，任何人都无法登录：请在启动前放回原机器的 DATA_DIR/keys，或用 --with-keys 从含密钥的备份恢复',
    'cli.keysForeign':
      '警告：这里的密钥不是这些密码所用的密钥，任何人都无法登录：请在启动前放回原机器的 DATA_DIR/keys，或用 --with-keys 从含密钥的备份恢复',
    'cli.damagedAside': '无法打开的数据库保留在 {{folder}}：不再需要时请删除',
    'cli.db.distribute': '把大表按公司分布到 Citus 的各节点；可以重复执行',
    'cli.distributed': '已按公司分布：{{spread}}。每个节点都有一份：{{copied}}',
    'cli.distributedAlready': '所有表都已就位，没有改动',
    'cli.settingsRenewed': '已更新各节点的设置：{{settings}}；请重新启动服务',
    'cli.distribute.embedded': '内置数据库只有一个节点：请先把 DATABASE_URL 指向 Citus 的协调节点',
    'cli.distribute.noCitus':
      '该数据库没有 Citus：请在每个节点的该数据库中执行 create extension citus，并用 citus_add_node 加入各节点',
    'cli.distribute.oldCitus': '需要 Citus {{least}} 或更高版本，这里是 {{version}}',
    'cli.distribute.noFirst': '协调节点还不在集群中：请执行 select citus_set_coordinator_host(本机地址)',
    'cli.distribute.noNodes': '集群中没有其他节点：请用 select citus_add_node(地址, 端口) 加入',
    'cli.distribute.nodeAway': '节点 {{node}} 没有应答：请先启动它',
    'cli.distribute.jobs': '有 {{count}} 个任务正在运行：请等它们结束，并先停止服务器',
    'cli.distribute.archived': '{{month}} 已归档：请先用 history restore --month {{month}} 恢复',
    'cli.distribute.refused': '没有改动，因为数据库拒绝了：{{said}}',
    'cli.status.nodes': '节点',
    'cli.status.node': '{{name}}：{{pieces}} 个分片，{{size}}',
    'cli.status.nodeAway': '{{name}}：{{pieces}} 个分片，没有应答',
  },
  {
    'cli.db.snapshots': 'list the snapshots in the data folder of this machine',
    'cli.db.snapshot': 'name of a snapshot, as db snapshots lists it',
    'cli.db.noKeep': 'do not keep what is here as a snapshot first',
    'cli.noSnapshots': 'there are no snapshots in {{folder}}',
    'cli.snapshot.daily': 'daily',
    'cli.snapshot.migration': 'before a migration',
    'cli.snapshot.restore': 'before a restore',
    'cli.snapshot.rows': '{{rows}} [rows: row|rows]',
    'cli.restoreWhat': 'name a backup file or --snapshot, one of them',
    'cli.keptBefore': 'what was here before is kept as snapshot {{name}}',
    'cli.keysMissing':
      'WARNING: the keys of these passwords are not here, and nobody can sign in: put DATA_DIR/keys of the former machine in place before the start, or restore with --with-keys from a backup that holds them',
    'cli.keysForeign':
      'WARNING: the keys here are not those of these passwords, and nobody can sign in: put DATA_DIR/keys of the former machine in place before the start, or restore with --with-keys from a backup that holds them',
    'cli.damagedAside':
      'the database that could not be opened is kept in {{folder}}: delete it when you need nothing of it any more',
    'cli.db.distribute': 'spread the large tables over the nodes of Citus by company; can be run again',
    'cli.distributed': 'spread by company: {{spread}}. On every node: {{copied}}',
    'cli.distributedAlready': 'all tables have their places, nothing was changed',
    'cli.settingsRenewed': 'settings of the nodes renewed: {{settings}}. Restart the servers',
    'cli.distribute.embedded': 'the embedded database has one node: let DATABASE_URL name a coordinator of Citus first',
    'cli.distribute.noCitus':
      'there is no Citus in this database: run create extension citus in this database of every node, and add the nodes by citus_add_node',
    'cli.distribute.oldCitus': 'Citus {{least}} or newer is needed, this is {{version}}',
    'cli.distribute.noFirst':
      'the coordinator is not in its cluster yet: run select citus_set_coordinator_host(its own address)',
    'cli.distribute.noNodes': 'the cluster has no other node: add one by select citus_add_node(address, port)',
    'cli.distribute.nodeAway': 'the node {{node}} does not answer: start it first',
    'cli.distribute.jobs': '{{count}} [job is|jobs are] running: wait for their end, and stop the servers first',
    'cli.distribute.archived': '{{month}} is archived: bring it back first by history restore --month {{month}}',
    'cli.distribute.refused': 'nothing was changed, because the database refused: {{said}}',
    'cli.status.nodes': 'nodes',
    'cli.status.node': '{{name}}: {{pieces}} [pieces: piece|pieces] of tables, {{size}}',
    'cli.status.nodeAway': '{{name}}: {{pieces}} [pieces: piece|pieces] of tables, does not answer',
  },
)
