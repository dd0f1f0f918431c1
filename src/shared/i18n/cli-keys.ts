import { defineWords } from './define.ts'

/** Words of the terminal about keys, tokens and the shell. */
export const cliKeys = defineWords(
  {
    'cli.keys': '密钥',
    'cli.keys.rotate':
      '更换密码传输用的 RSA 密钥；旧密钥 24 小时内仍可用；在服务器的机器上执行，通过 --url 时用其 DATA_DIR/keys/terminal.token',
    'cli.keys.accept': '原密钥确已丢失时启用 DATA_DIR/keys 中的密钥：所有密码失效，须重设',
    'cli.keysInUse': '服务器正在使用数据库（{{url}}），其密钥是对的：没有改动',
    'cli.keysAccepted': '这里的密钥已启用：请用 coldfleet users reset-password 重设密码',
    'cli.keysRotated': '新密钥 {{keyId}} 已启用；旧密钥在 {{previousUntil}} 之前仍可用',
    'cli.token': '令牌',
    'cli.token.create': '为脚本生成一个令牌（只显示一次）',
    'cli.token.user': '令牌属于哪个用户',
    'cli.token.ttl': '有效期，例如 90d、12h、30m',
    'cli.token.scope': 'full 全部权限，read 只能读取，report 只能上报一个站点（须带 --site）',
    'cli.token.site': '上报令牌所属的站点（名称或编号）',
    'cli.token.siteWrong': '--site 与 --scope report 必须一起使用',
    'cli.completion': '输出命令行补全脚本（命令、选项、过程名称）',
    'cli.completion.shell': '哪种 shell',
    'cli.completion.how': '在 shell 的启动文件中加入一行：',
    'cli.token.ttlTwice': '--ttl 与 --days 只能使用其中一个',
    'cli.ttlWrong': '--ttl {{value}}: 应为数字加 d、h 或 m，例如 90d，最长 365d',
  },
  {
    'cli.keys': 'keys',
    'cli.keys.rotate':
      'make a new RSA key for passwords on their way; the old one is read for 24 hours more; on the machine of the server, or by --url with its DATA_DIR/keys/terminal.token',
    'cli.keys.accept':
      'make the keys in DATA_DIR/keys count where the former ones are lost: every password has to be set again',
    'cli.keysInUse': 'a server uses the database ({{url}}), so its keys fit: nothing was changed',
    'cli.keysAccepted': 'the keys here count from now on: set passwords again with coldfleet users reset-password',
    'cli.keysRotated': 'key {{keyId}} is in use; the old one is read until {{previousUntil}}',
    'cli.token': 'tokens',
    'cli.token.create': 'make a token for a script (shown once)',
    'cli.token.user': 'user that the token belongs to',
    'cli.token.ttl': 'how long it lives, for example 90d, 12h or 30m',
    'cli.token.scope':
      "full = the user's rights, read = changes nothing, report = reports for one site alone (with --site)",
    'cli.token.site': 'site of a token of scope report, by name or id',
    'cli.token.siteWrong': '--site goes with --scope report, and only with it',
    'cli.completion': 'print the completion of commands, options and procedures for a shell',
    'cli.completion.shell': 'which shell',
    'cli.completion.how': 'One line in the start-up file of the shell:',
    'cli.token.ttlTwice': '--ttl and --days say the same: give one of them',
    'cli.ttlWrong': '--ttl {{value}}: a number with d, h or m, such as 90d, at most 365d',
  },
)
