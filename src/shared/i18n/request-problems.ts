import { defineWords } from './define.ts'

/** What only a program can send: refused before any call sees it. */
export const requestProblems = defineWords(
  {
    'problem.unstorable': '含有无法保存的字符（NUL 或不成对的代理字符）',
    'problem.twice': '重复出现',
    'problem.tooDeep': '嵌套不能超过 {{limit}} 层',
    'problem.tooManyFields': '字段不能超过 {{limit}} 个',
    'problem.machineType': '没有机型“{{value}}”，现有：{{types}}',
    'problem.machineTypeColumn': '没有“{{value}}”列，可用：{{columns}}',
    'problem.mostPhotos': '一条维修记录最多 {{limit}} 张照片',
    'problem.tooManyLines': '一次最多 {{limit}} 行',
    'problem.tooManyValues': '值不能超过 {{limit}} 个',
    'problem.tooManyCalls': '一次最多 {{limit}} 个调用',
    'problem.mixedCalls': '查询与修改不能放在同一批中',
    'problem.aloneCall': '其中有必须单独发送的调用',
    'problem.noObject': '应为 JSON 对象',
    'problem.percent': '百分号编码无效',
    'problem.packing': '无法按所声明的 Content-Encoding: {{packing}} 解压请求内容',
  },
  {
    'problem.unstorable': 'holds a character that cannot be stored (NUL or half of a surrogate pair)',
    'problem.twice': 'stands there twice',
    'problem.tooDeep': 'at most {{limit}} levels inside each other',
    'problem.tooManyFields': 'at most {{limit}} fields',
    'problem.machineType': 'there is no machine type {{value}}, there are {{types}}',
    'problem.machineTypeColumn': 'there is no column {{value}}, there are {{columns}}',
    'problem.mostPhotos': 'a repair record has at most {{limit}} photos',
    'problem.tooManyLines': 'at most {{limit}} lines at a time',
    'problem.tooManyValues': 'at most {{limit}} values',
    'problem.tooManyCalls': 'at most {{limit}} calls at once',
    'problem.mixedCalls': 'queries and changes do not go together',
    'problem.aloneCall': 'holds a call that must be sent alone',
    'problem.noObject': 'a JSON object is needed',
    'problem.percent': 'the percent-encoding is broken',
    'problem.packing': 'the body does not unpack by its Content-Encoding: {{packing}}',
  },
)
