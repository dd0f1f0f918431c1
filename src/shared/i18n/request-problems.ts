import { defineWords } from './define.ts'

/** What only a program can send: refused before any call sees it. */
export const requestProblems = defineWords(
  {
    'problem.unstorable': '含有无法保存的字符（NUL 或不成对的代理字符）',
    'problem.twice': '重复出现',
    'problem.tooDeep': '嵌套不能超过 {{limit}} 层',
    'problem.noObject': '应为 JSON 对象',
    'problem.percent': '百分号编码无效',
  },
  {
    'problem.unstorable': 'holds a character that cannot be stored (NUL or half of a surrogate pair)',
    'problem.twice': 'stands there twice',
    'problem.tooDeep': 'at most {{limit}} levels inside each other',
    'problem.noObject': 'a JSON object is needed',
    'problem.percent': 'the percent-encoding is broken',
  },
)
