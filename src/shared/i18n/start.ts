import { createBook } from './book.ts'

/** What a start that cannot use its database says to the operator: what is wrong, and the way back. */
const words = {
  zh: {
    'start.password': '{{setting}}：无法使用 {{host}} 上的数据库：{{user}} 的密码不对，请在地址中写上正确的密码',
    'start.noPassword': '{{setting}}：无法使用 {{host}} 上的数据库：它要求 {{user}} 提供密码，请把密码写进地址',
    'start.notAdmitted':
      '{{setting}}：无法使用 {{host}} 上的数据库：它不允许 {{user}} 登录（{{said}}），请创建该用户，或在 pg_hba.conf 中为其加一行',
    'start.noDatabase':
      '{{setting}}：{{host}} 上没有数据库 {{database}}：请用 createdb {{database}} 创建，或改用其他名称',
    'start.noRight': '{{setting}}：{{user}} 在 {{host}} 上缺少权限（{{said}}），请把数据库的所有者设为该用户',
    'start.noConnection': '{{setting}}：{{host}} 上的数据库没有空闲连接：请调大 max_connections，或在前面加连接池',
    'start.folder': 'DATA_DIR：无法使用该文件夹：{{said}}',
    'start.folderFull': 'DATA_DIR：所在磁盘已满（{{said}}）：请腾出空间后重新启动；已保存的数据没有丢失',
    'start.diskFull': '{{setting}}：{{host}} 上的数据库磁盘已满：请腾出空间后重新启动',
    'start.readOnly':
      '{{setting}}：{{host}} 上的数据库只读，而本次启动需要写入：请改为主库的地址，或关闭 default_transaction_read_only',
    'start.noExtension': '{{setting}}：{{host}} 上的 PostgreSQL 缺少扩展（{{said}}），请在该机器上安装 contrib 软件包',
    'start.noTls': '{{setting}}：{{host}} 上的数据库不支持 TLS：请去掉地址中的 sslmode，或在那里打开 ssl',
    'start.certificate':
      '{{setting}}：{{host}} 上数据库的证书不受信任（{{said}}），请在地址中用 sslrootcert 指明颁发机构',
    'start.silent': '{{setting}}：{{host}} 上的数据库没有应答（{{said}}），请启动它，或写上正确的主机和端口',
    'start.tooOld': '{{setting}}：需要 PostgreSQL 14 或更高版本，这里是 {{version}}，请改用更新的服务器',
    'start.fsync': '{{setting}}：数据库以 fsync=off 运行，断电会丢失数据：请设为 fsync=on',
    'start.notReplica': 'DATABASE_READ_URL：该服务器不是 DATABASE_URL 的流复制备库：请写备库的地址，或去掉此项',
    'start.newerSchema':
      '数据库属于更新版本的 Coldfleet（本版本不认识 {{names}}）：请启动那个版本，或恢复升级前的备份（使用 DATABASE_URL 时：恢复到一个新的空数据库）',
    'start.keysMissing':
      'DATA_DIR：{{folder}} 中没有 {{users}} 个账户的密码所用的密钥：请放回属于此数据库的 keys 文件夹（备份含密钥时，coldfleet db restore FILE --replace --with-keys 可恢复）；确已丢失时，coldfleet keys accept 启用新密钥，此后每个账户都须用 coldfleet users reset-password 重设密码',
    'start.keysForeign':
      'DATA_DIR：{{folder}} 中的密钥不是 {{users}} 个账户的密码所用的密钥：请放回属于此数据库的 keys 文件夹（备份含密钥时，coldfleet db restore FILE --replace --with-keys 可恢复），或核对 DATABASE_URL；确已丢失时，coldfleet keys accept 启用这里的密钥，此后每个账户都须用 coldfleet users reset-password 重设密码',
    'start.held': '{{folder}} 正由 {{what}} 使用（进程 {{pid}}{{known}}）',
    'start.heldSince': '，自 {{startedAt}} 起',
    'start.heldAt': '，地址 {{url}}',
    'start.prepared': '{{setting}}：另一个进程准备数据库已有 {{minutes}} 分钟：请查看它在做什么，或结束它',
  },
  en: {
    'start.password':
      '{{setting}}: the database at {{host}} cannot be used: the password of {{user}} is wrong, put the right one into the address',
    'start.noPassword':
      '{{setting}}: the database at {{host}} cannot be used: it asks {{user}} for a password, put it into the address',
    'start.notAdmitted':
      '{{setting}}: the database at {{host}} cannot be used: it does not let {{user}} in ({{said}}), create the user or add a line for it to pg_hba.conf',
    'start.noDatabase':
      '{{setting}}: there is no database {{database}} at {{host}}: create it with createdb {{database}}, or name another one',
    'start.noRight': '{{setting}}: {{user}} lacks a right at {{host}} ({{said}}): make it the owner of the database',
    'start.noConnection':
      '{{setting}}: the database at {{host}} has no connection left: raise max_connections, or put a pooler in front',
    'start.folder': 'DATA_DIR: the folder cannot be used: {{said}}',
    'start.folderFull':
      'DATA_DIR: its disk is full ({{said}}): make room and start again; nothing that was saved is lost',
    'start.diskFull': '{{setting}}: the disk of the database at {{host}} is full: make room and start again',
    'start.readOnly':
      '{{setting}}: the database at {{host}} takes no writes, and this start has some to make: name the primary, or end default_transaction_read_only',
    'start.noExtension':
      "{{setting}}: PostgreSQL at {{host}} lacks an extension ({{said}}): install PostgreSQL's contrib package on that machine",
    'start.noTls':
      '{{setting}}: the database at {{host}} speaks no TLS: take sslmode out of the address, or turn ssl on there',
    'start.certificate':
      '{{setting}}: the certificate of the database at {{host}} is not trusted ({{said}}): name the authority by sslrootcert in the address',
    'start.silent':
      '{{setting}}: the database at {{host}} does not answer ({{said}}): start it, or name the right host and port',
    'start.tooOld': '{{setting}}: PostgreSQL 14 or newer is needed, this is {{version}}: name a newer server',
    'start.fsync': '{{setting}}: the database runs with fsync=off and would lose data on a power failure: set fsync=on',
    'start.notReplica':
      'DATABASE_READ_URL: the server is no streaming replica of the one at DATABASE_URL: name its standby, or leave the setting out',
    'start.newerSchema':
      'The database belongs to a newer version of Coldfleet (this one does not know {{names}}): start that version, or restore a backup from before the update (with DATABASE_URL: into a new, empty database)',
    'start.keysMissing':
      'DATA_DIR: {{folder}} lacks the keys that the passwords of {{users}} users were made with: put back the folder of keys that belongs to this database (coldfleet db restore FILE --replace --with-keys brings them from a backup that holds them); where they are lost for good, coldfleet keys accept begins with new ones, and every user needs coldfleet users reset-password',
    'start.keysForeign':
      'DATA_DIR: the keys in {{folder}} are not those that the passwords of {{users}} users were made with: put back the folder of keys that belongs to this database (coldfleet db restore FILE --replace --with-keys brings them from a backup that holds them), or name the right DATABASE_URL; where they are lost for good, coldfleet keys accept makes those that are here count, and every user needs coldfleet users reset-password',
    'start.held': '{{folder}} is in use by {{what}} (process {{pid}}{{known}})',
    'start.heldSince': ', since {{startedAt}}',
    'start.heldAt': ', at {{url}}',
    'start.prepared':
      '{{setting}}: another process has been preparing the database for {{minutes}} minutes: see what it does, or end it',
  },
} as const

export type StartWord = keyof typeof words.en
export const startWord = createBook<StartWord>(words)
