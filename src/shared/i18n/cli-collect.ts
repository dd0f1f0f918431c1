import { defineWords } from './define.ts'

/** Words of `coldfleet collect`. */
export const cliCollect = defineWords(
  {
    'cli.collect': '用 cgminer API（只读）读取矿机并实时上报；发不出去的保存在磁盘，恢复后补发',
    'cli.collect.subnet': '网段、地址范围或单个地址，例如 192.168.1.0/24；可重复，也可用逗号隔开',
    'cli.collect.to':
      '服务器地址，例如 https://coldfleet.example.com；令牌用 --token 或 COLDFLEET_TOKEN（范围 report）',
    'cli.collect.serials': '对照表文件，每行“IP 或 MAC,序列号”；用于不报告自身序列号的矿机',
    'cli.collect.every': '每隔多少秒采集一次',
    'cli.collect.once': '只采集一次',
    'cli.collect.port': '矿机的 API 端口',
    'cli.collect.concurrency': '同时读取多少台',
    'cli.collect.timeout': '一个请求最多等待多少秒',
    'cli.collect.spool': '保存未发出数据的文件夹',
    'cli.collect.spoolMb': '未发出的数据最多占多少 MiB，超过时删除最早的',
    'cli.collect.tokenMissing': '缺少令牌：用 --token 或 COLDFLEET_TOKEN 给出站点的上报令牌',
    'cli.collect.tokenRefused': '服务器不接受该上报令牌：令牌不存在、已过期或已停用，请在控制台重新生成',
    'cli.collect.subnetWrong': '--subnet {{value}}: 应为网段、地址范围或地址，最多 65,536 个地址',
    'cli.collect.round':
      '读取 {{found}} 台，无应答 {{silent}} 个地址；服务器接收 {{accepted}} 行，待发 {{waiting}} 个文件',
    'cli.collect.unnamed': '{{count}} 台矿机没有报告序列号，请写入 --serials 对照表：{{addresses}}',
    'cli.collect.refused': '{{serial}}：{{text}}',
    'cli.collect.problem': '发送未完成：{{problem}}（待发 {{waiting}} 个文件，下次再发）',
    'cli.collect.lost': '服务器拒绝 {{rejected}} 个文件；因磁盘空间上限删除 {{dropped}} 个最早的文件',
  },
  {
    'cli.collect':
      'read miners by the cgminer API (read-only) and report live; what cannot be sent stays on disk and is sent later',
    'cli.collect.subnet': 'subnet, range or single address, as 192.168.1.0/24; may come again, or with commas',
    'cli.collect.to':
      'server, as https://coldfleet.example.com; its token (scope report) by --token or COLDFLEET_TOKEN',
    'cli.collect.serials': 'list of serials, "IP or MAC,serial" a line, for miners that do not tell theirs',
    'cli.collect.every': 'seconds between two rounds',
    'cli.collect.once': 'one round only',
    'cli.collect.port': 'port of the API of the miners',
    'cli.collect.concurrency': 'how many are read at the same time',
    'cli.collect.timeout': 'seconds that a question waits at most',
    'cli.collect.spool': 'folder for what is not sent yet',
    'cli.collect.spoolMb': 'MiB of what is not sent; beyond, the oldest goes',
    'cli.collect.tokenMissing': 'no token: pass the report token of the site by --token or COLDFLEET_TOKEN',
    'cli.collect.tokenRefused':
      'the server does not accept this report token: it is unknown, expired or revoked; make a new one in the console',
    'cli.collect.subnetWrong': '--subnet {{value}}: a subnet, range or address of at most 65,536 addresses',
    'cli.collect.round':
      '{{found}} [found: miner|miners] read, {{silent}} [silent: address|addresses] silent; {{accepted}} [accepted: line|lines] taken, {{waiting}} [waiting: file|files] waiting',
    'cli.collect.unnamed': '{{count}} [miner does|miners do] not tell the serial, add them to --serials: {{addresses}}',
    'cli.collect.refused': '{{serial}}: {{text}}',
    'cli.collect.problem':
      'not all was sent: {{problem}} ({{waiting}} [waiting: file waits|files wait] for the next round)',
    'cli.collect.lost':
      '{{rejected}} [rejected: file|files] refused by the server; {{dropped}} of the oldest removed for want of room',
  },
)
