import { createBook } from './book.ts'

/** What is wrong with a setting of the environment, said by a start or by the terminal. */
const words = {
  zh: {
    'setting.problems': '配置有 {{count}} 个问题：',
    'setting.problem': '{{setting}}：{{problem}}',
    'setting.oneOf': '可选值：{{allowed}}',
    'setting.length': '应有 {{least}} 至 {{most}} 个字符',
    'setting.timeZone': '不是时区，例如 Asia/Shanghai',
    'setting.url': '应为以 {{protocols}} 开头的地址',
    'setting.storage': '应为 file:///folder，或 s3://bucket/folder?region=…（或 &endpoint=https://…）',
    'setting.wholeNumber': '应为 {{min}} 至 {{max}} 的整数',
    'setting.feedMinutes': '应为 0，或至少 5',
    'setting.multiple': '应为 {{of}} 的倍数',
    'setting.sender': '应为地址，例如 alerts@example.com，或 Coldfleet <alerts@example.com>',
    'setting.networks': '应为以逗号分隔的网络，例如 10.0.0.0/8',
    'setting.needs': '需要 {{other}}',
    'setting.together': '两者必须同时设置',
    'setting.smsNeeded': 'NODE_ENV=production 时必须设置，此时验证码不写入 outbox 文件夹',
    'setting.proxyNeeded': 'NODE_ENV=production 且其他机器可以访问该地址时必须设置：它表示前面有 TLS 代理',
    'setting.listen': '无法在 {{address}} 上监听（{{said}}）',
    'setting.storageFolder': '无法使用该文件夹：{{said}}',
    'setting.managerTaken': '{{name}} 已被另一个账户使用，该账户不是管理层，或已停用',
  },
  en: {
    'setting.problems': 'The configuration has {{count}} [problem|problems]:',
    'setting.problem': '{{setting}}: {{problem}}',
    'setting.oneOf': 'must be one of {{allowed}}',
    'setting.length': 'must have {{least}} to {{most}} characters',
    'setting.timeZone': 'is not a time zone, for example Asia/Shanghai',
    'setting.url': 'must be an address beginning with {{protocols}}',
    'setting.storage': 'must be file:///folder, or s3://bucket/folder?region=… (or &endpoint=https://…)',
    'setting.wholeNumber': 'must be a whole number from {{min}} to {{max}}',
    'setting.feedMinutes': 'must be 0 or at least 5',
    'setting.multiple': 'must be a multiple of {{of}}',
    'setting.sender': 'must be an address such as alerts@example.com, or Coldfleet <alerts@example.com>',
    'setting.networks': 'must be networks such as 10.0.0.0/8, parted by commas',
    'setting.needs': 'needs {{other}}',
    'setting.together': 'go together',
    'setting.smsNeeded': 'is needed with NODE_ENV=production, where codes are not written to the outbox folder',
    'setting.proxyNeeded':
      'is needed with NODE_ENV=production on an address that other machines reach: it says that a TLS proxy is in front',
    'setting.listen': 'cannot listen on {{address}} ({{said}})',
    'setting.storageFolder': 'the folder cannot be used: {{said}}',
    'setting.managerTaken': '{{name}} is taken by an account that is no manager, or is disabled',
  },
} as const

export type SettingWord = keyof typeof words.en
export const settingWord = createBook<SettingWord>(words)
