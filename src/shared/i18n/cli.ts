import { createBook } from './book.ts'
import { cliAlerts } from './cli-alerts.ts'
import { cliAttend } from './cli-attend.ts'
import { cliCatalogue } from './cli-catalogue.ts'
import { cliClasses } from './cli-classes.ts'
import { cliCollect } from './cli-collect.ts'
import { cliData } from './cli-data.ts'
import { cliDatabase } from './cli-database.ts'
import { cliDevices } from './cli-devices.ts'
import { cliFiles } from './cli-files.ts'
import { cliFilters } from './cli-filters.ts'
import { cliHistory } from './cli-history.ts'
import { cliKeys } from './cli-keys.ts'
import { cliMachineTypes } from './cli-machine-types.ts'
import { cliOrders } from './cli-orders.ts'
import { cliProjects } from './cli-projects.ts'
import { cliRepairs } from './cli-repairs.ts'
import { cliSchedules } from './cli-schedules.ts'
import { cliSelect } from './cli-select.ts'
import { cliSites } from './cli-sites.ts'
import { cliStocktakes } from './cli-stocktakes.ts'
import { cliTransfer } from './cli-transfer.ts'
import { cliUsage } from './cli-usage.ts'
import { defineWords } from './define.ts'

/** Words of the terminal. */
const cli = defineWords(
  {
    'cli.about': '冷库选型与设备机队平台的命令行工具',
    'cli.db': '数据库：迁移、状态、备份、恢复、分布',
    'cli.db.migrate': '把数据库结构升级到最新',
    'cli.db.status': '显示数据库与迁移的状态',
    'cli.db.backup':
      '把整个数据库连同上传的图片与报告备份到一个文件，可在内置数据库与 PostgreSQL 之间搬移；在服务器的机器上执行，通过 --url 时用其 DATA_DIR/keys/terminal.token',
    'cli.db.restore': '从备份文件恢复，全部成功或什么都不做',
    'cli.db.keys': '连同本部署的密钥；不带密钥时，换一个数据目录后所有人都要重设密码',
    'cli.db.noFiles': '不带上传的图片与报告',
    'cli.db.replace': '覆盖已有数据',
    'cli.users': '用户：批量导入、重设密码',
    'cli.users.seed': '按文件新增或更新用户（csv 或 json），按用户名识别，可重复执行',
    'cli.users.demo': '新增演示账号',
    'cli.users.unknown': '没有用户 {{userName}}',
    'cli.users.reset': '重设某个用户的密码；密码从标准输入或提示中读取',
    'cli.accounts': '子账号',
    'cli.clients': '客户',
    'cli.cities': '城市气象参数',
    'cli.cities.import': '按文件新增或替换城市（csv 或 json），按名称识别，全部成功或什么都不做',
    'cli.call': '调用任意过程，例如 devices.find；--list 列出全部',
    'cli.call.procedure': '过程名称，如 devices.find',
    'cli.call.json': '输入，JSON 对象；- 表示从标准输入读取',
    'cli.call.list': '列出全部过程',
    'cli.audit': '操作记录',
    'cli.audit.export': '导出操作记录（csv、xls、xlsx）',
    'cli.said': '{{line}}',
    'cli.usage': '用法错误：{{problem}}',
    'cli.starting': '{{what}}（进程 {{pid}}）正占用 {{folder}}，但还不能应答，请稍后再试',
    'cli.noDatabase': '{{folder}} 中没有数据库：请用 DATA_DIR 指定数据文件夹，或用 --url 指定服务器',
    'cli.noTerminalToken': '无法读取 {{path}}：请用运行服务器的账户执行',
    'cli.noTokenMay': '个人的令牌不能执行此命令：请在服务器所在的机器上执行，不带 --url 和 --token',
    'cli.hereOnly': '此命令只能在数据所在的机器上执行，不能通过 --url',
    'cli.serverHolds': '服务器正在使用数据库（{{url}}）：请先停止它再恢复',
    'cli.fileMissing': '无法读取文件 {{path}}：{{problem}}',
    'cli.notWhole': '文件已损坏或不完整：既不是完整的 UTF-8，也不是完整的 GB18030',
    'cli.columnTwice': '列 {{column}} 出现两次：请只保留一列',
    'cli.surplusCell': '第 {{line}} 行的单元格比列名多：{{value}}',
    'cli.outIsFolder': '无法写入 {{path}}：它是文件夹，请写出文件名',
    'cli.outHasNoFolder': '无法写入 {{path}}：文件夹 {{folder}} 不存在，请先建立，或改用别的路径',
    'cli.cutOff': '服务器 {{url}} 的回答中断（{{problem}}）：没有写入文件，请重试',
    'cli.fileUnwritable': '无法写入文件 {{path}}：{{problem}}',
    'cli.notJson': '{{what}} 不是有效的 JSON',
    'cli.notCsv': '{{path}} 第 {{line}} 行不是有效的 CSV：引号的位置不对，或没有成对',
    'cli.needsFileOrDemo': '请给出 --file 或 --demo 之一',
    'cli.needsOne': '请给出过程名称，或 --list',
    'cli.unknownProcedure': '没有过程 {{name}}；--list 列出全部',
    'cli.unknownColumn': '文件中有未知的列 {{column}}，可用：{{allowed}}',
    'cli.tooManyLines': '文件超过 {{most}} 行，请分成几个文件',
    'cli.emptyFile': '文件中没有任何数据行',
    'cli.unexpected': '出现意外错误：{{problem}}',
    'cli.cancelled': '已取消，没有做任何更改',
    'cli.unreachable': '无法连接服务器 {{url}}（{{problem}}）：请确认它在运行，或用 --url 指定正确的地址',
    'cli.seedDry': '预演：读取 {{read}}，将新增 {{created}}，将更新 {{updated}}，不变 {{unchanged}}，拒绝 {{refused}}',
    'cli.seedRefused': '读取 {{read}}，拒绝 {{refused}}：没有做任何更改',
    'cli.feed.tooLate': '取消时已经完成：批次 {{batch}} 已生效（可用 devices undo 撤销）',
    'cli.feed.lost':
      "更新进行中，服务器停止了应答：无法得知是否已生效。请查看批次列表：coldfleet call feeds.batches --json '{}'，或控制台的“更新记录”；没有该批次即未做任何更改",
    'cli.migrated': '已执行迁移：{{names}}',
    'cli.upToDate': '数据库结构已是最新',
    'cli.serverMigrates': '服务器（{{url}}）在启动时已迁移',
    'cli.pending': '待执行的迁移：{{names}}；请执行 db migrate',
    'cli.backedUp': '已备份到 {{path}}（{{bytes}} 字节）',
    'cli.backedUpKeys': '该文件包含密钥：请像保管密码一样保管它',
    'cli.backedUpNoKeys': '该文件不含 DATA_DIR/keys：请另行保管，否则恢复到别处后密码失效（或使用 --with-keys）',
    'cli.restored': '已恢复 {{createdAt}} 的备份：{{tables}} 张表，{{rows}} 行，{{files}} 个文件，{{keys}} 个密钥',
    'cli.exportedPlain': '已写入 {{path}}',
    'cli.seeded': '读取 {{read}}，新增 {{created}}，更新 {{updated}}，未变 {{unchanged}}，拒绝 {{refused}}',
    'cli.notApplied': '没有做任何更改',
    'cli.password': '新密码：',
    'cli.ownPassword': '您自己的登录密码：',
    'cli.passwordSet': '{{userName}} 的密码已重设；该用户的会话已全部结束',
    'cli.tokenShown': '令牌（只显示这一次，{{expiresAt}} 失效）：',
    'cli.keysLeft': '该文件含有密钥但未恢复：若此处的密钥与备份时不同，原密码将失效（使用 --with-keys 一并恢复）',
    'cli.status.engine': '数据库',
    'cli.status.size': '大小',
    'cli.status.migrations': '迁移',
    'cli.status.newest': '{{count}} 个，最新 {{name}}',
    'cli.status.companies': '公司',
    'cli.status.users': '用户',
    'cli.status.devices': '设备',
    'cli.status.days': '业务日期',
    'cli.status.through': '经由',
    'cli.status.thisProcess': '本进程',
  },
  {
    'cli.about': 'Terminal of the console for device fleets and cold-store selection',
    'cli.db': 'the database: migrate, status, backup, restore, distribute',
    'cli.db.migrate': 'bring the schema to the newest version',
    'cli.db.status': 'show the database and its migrations',
    'cli.db.backup':
      'write the whole database, with uploads and reports, to one file, which moves between the embedded database and PostgreSQL; on the machine of the server, or by --url with its DATA_DIR/keys/terminal.token',
    'cli.db.restore': 'read a backup back, all of it or nothing',
    'cli.db.keys':
      'with the keys of this deployment; without them everybody needs a new password in another data folder',
    'cli.db.noFiles': 'without the uploaded pictures and the reports',
    'cli.db.replace': 'overwrite what is there',
    'cli.users': 'users: from a file, new passwords',
    'cli.users.seed': 'add and change users from a file (csv or json), by user name; may be run again',
    'cli.users.demo': 'add the demonstration accounts',
    'cli.users.unknown': 'there is no user {{userName}}',
    'cli.users.reset': 'set a new password for a user; it is read from standard input or asked for',
    'cli.accounts': 'sub-accounts',
    'cli.clients': 'clients',
    'cli.cities': 'climate of cities',
    'cli.cities.import': 'add and replace cities from a file (csv or json), by name; all of it or nothing',
    'cli.call': 'call any procedure, for example devices.find; --list names them all',
    'cli.call.procedure': 'name of the procedure, such as devices.find',
    'cli.call.json': 'input, a JSON object; - reads it from standard input',
    'cli.call.list': 'list all procedures',
    'cli.audit': 'the audit log',
    'cli.audit.export': 'the audit log as a file (csv, xls, xlsx)',
    'cli.said': '{{line}}',
    'cli.usage': 'wrong use: {{problem}}',
    'cli.starting': '{{what}} (process {{pid}}) holds {{folder}} and does not answer yet; please try again in a moment',
    'cli.noDatabase': 'there is no database in {{folder}}: name the data folder with DATA_DIR, or a server with --url',
    'cli.noTerminalToken': '{{path}} cannot be read: run this as the user who runs the server',
    'cli.noTokenMay':
      'no token of a person may do this: run it on the machine of the server, without --url and --token',
    'cli.hereOnly': 'this command works on the machine of the data only, not through --url',
    'cli.serverHolds': 'a server uses the database ({{url}}): stop it before you restore',
    'cli.fileMissing': '{{path}} cannot be read: {{problem}}',
    'cli.notWhole': 'the file is damaged or cut off: it is neither whole UTF-8 nor whole GB18030',
    'cli.columnTwice': 'the column {{column}} appears twice: keep one of them',
    'cli.surplusCell': 'line {{line}} has more cells than there are columns: {{value}}',
    'cli.outIsFolder': '{{path}} cannot be written: it is a folder, name a file in it',
    'cli.outHasNoFolder': '{{path}} cannot be written: there is no folder {{folder}}, make it or name another',
    'cli.cutOff': 'the answer of {{url}} broke off ({{problem}}): no file was written, try again',
    'cli.fileUnwritable': '{{path}} cannot be written: {{problem}}',
    'cli.notJson': '{{what}} is not valid JSON',
    'cli.notCsv': '{{path}}, line {{line}}: not valid CSV; a quotation mark is misplaced or has no second one',
    'cli.needsFileOrDemo': 'give one of --file and --demo',
    'cli.needsOne': 'give the name of a procedure, or --list',
    'cli.unknownProcedure': 'there is no procedure {{name}}; --list names them all',
    'cli.unknownColumn': 'the file has an unknown column {{column}}; columns: {{allowed}}',
    'cli.tooManyLines': 'more than {{most}} lines: split the file',
    'cli.emptyFile': 'the file holds no data line',
    'cli.unexpected': 'unexpected error: {{problem}}',
    'cli.cancelled': 'cancelled; nothing was changed',
    'cli.unreachable': 'no server at {{url}} ({{problem}}): check that it runs, or name its address with --url',
    'cli.seedDry':
      'rehearsal: {{read}} read, {{created}} would be created, {{updated}} updated, {{unchanged}} unchanged, {{refused}} refused',
    'cli.seedRefused': '{{read}} read, {{refused}} refused; nothing was changed',
    'cli.feed.tooLate':
      'it was done before it could be cancelled: batch {{batch}} is applied (devices undo takes it back)',
    'cli.feed.lost':
      "the server stopped answering while the feed was under way, so it is not known whether it was applied. See the list of batches: coldfleet call feeds.batches --json '{}', or “Device updates” in the console; without a batch there nothing was changed",
    'cli.migrated': 'migrations run: {{names}}',
    'cli.upToDate': 'the schema is up to date',
    'cli.serverMigrates': 'the server ({{url}}) has migrated at its start',
    'cli.pending': 'migrations to run: {{names}}; db migrate runs them',
    'cli.backedUp': 'backup written to {{path}} ({{bytes}} bytes)',
    'cli.backedUpKeys': 'the file holds the keys: guard it like a password',
    'cli.backedUpNoKeys':
      'the file does not hold DATA_DIR/keys: keep them too, or passwords will not fit elsewhere (--with-keys includes them)',
    'cli.restored':
      'backup of {{createdAt}} restored: {{tables}} [tables: table|tables], {{rows}} [rows: row|rows], {{files}} [files: file|files], {{keys}} [keys: key|keys]',
    'cli.exportedPlain': '{{path}} written',
    'cli.seeded':
      '{{read}} read, {{created}} created, {{updated}} updated, {{unchanged}} unchanged, {{refused}} refused',
    'cli.notApplied': 'nothing was changed',
    'cli.password': 'New password: ',
    'cli.ownPassword': 'Your own password: ',
    'cli.passwordSet': 'the password of {{userName}} is set; all sessions of this user have ended',
    'cli.tokenShown': 'Token (shown this once, expires {{expiresAt}}):',
    'cli.keysLeft':
      'the file holds keys that were not restored: unless those here are the same, old passwords no longer fit (--with-keys restores them too)',
    'cli.status.engine': 'database',
    'cli.status.size': 'size',
    'cli.status.migrations': 'migrations',
    'cli.status.newest': '{{count}}, newest {{name}}',
    'cli.status.companies': 'companies',
    'cli.status.users': 'users',
    'cli.status.devices': 'devices',
    'cli.status.days': 'business dates',
    'cli.status.through': 'through',
    'cli.status.thisProcess': 'this process',
  },
)

const areas = [
  cli,
  cliAlerts,
  cliAttend,
  cliSchedules,
  cliMachineTypes,
  cliDevices,
  cliFiles,
  cliFilters,
  cliProjects,
  cliCatalogue,
  cliRepairs,
  cliOrders,
  cliClasses,
  cliCollect,
  cliData,
  cliHistory,
  cliKeys,
  cliSelect,
  cliSites,
  cliStocktakes,
  cliTransfer,
  cliDatabase,
  cliUsage,
] as const
type Keys<Area> = Area extends { zh: infer Zh } ? keyof Zh & string : never
export type CliWord = Keys<(typeof areas)[number]>
const merged = (language: 'zh' | 'en') =>
  Object.assign({}, ...areas.map((area) => area[language])) as Record<CliWord, string>
/** The text of a word of the terminal. */
export const cliWord = createBook<CliWord>({ zh: merged('zh'), en: merged('en') })
