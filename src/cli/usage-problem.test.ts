import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from './program.ts'
import { terminalOf } from './settings.ts'

/** Return what the terminal writes to standard error for wrong words, and to standard output for its help. */
function written(language: string, ...args: string[]): string {
  const program = createProgram(terminalOf(['--lang', language], {}))
  let text = ''
  const collect = (part: string) => {
    text += part
  }
  const quiet = (command: typeof program): void => {
    command.configureOutput({ writeOut: collect, writeErr: collect, getOutHasColors: () => false })
    for (const one of command.commands) quiet(one)
  }
  quiet(program)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return text
}

const wrong: readonly (readonly [string[], string])[] = [
  [['users', 'reset-password'], '用法错误：缺少参数 userName\n'],
  [[''], "用法错误：没有命令 ''\n"],
  [['completion', "it's"], "用法错误：参数 shell 不能是 it's，可选值：bash, zsh, fish\n"],
  [['db', 'restore', 'a', 'b'], '用法错误：参数过多：需要 1 个，给出了 2 个\n'],
  [['devices', 'export', '--out'], '用法错误：选项 -o, --out <file> 缺少值\n'],
  [['cities', 'import'], '用法错误：必须给出选项 --file <file>\n'],
  [['users', 'seed', '--file', 'a', '--demo'], '用法错误：--file <file> 与 --demo 不能同时使用\n'],
  [['devices', 'export', '--formatt'], '用法错误：没有选项 --formatt（是否要用 --format？）\n'],
  [['devices', 'exprt'], '用法错误：没有命令 exprt（是否要用 export？）\n'],
  [['nothing', 'at', 'all'], '用法错误：没有命令 nothing\n'],
]
test.each(wrong)('Explain a wrong command line in Chinese: %j', (args, line) => {
  expect(written('zh', ...args)).toBe(line)
})

test('Print no English word of Commander in the Chinese help of any command', () => {
  const help = (command: ReturnType<typeof createProgram>): string =>
    [command.helpInformation(), ...command.commands.map(help)].join('\n')
  const text = help(createProgram(terminalOf(['--lang', 'zh'], {})))
  for (const word of [
    'Usage',
    'Options:',
    'Commands:',
    'Arguments:',
    '[options]',
    '[command]',
    '(env',
    '(choices',
    '(default',
  ])
    expect(text).not.toContain(word)
})
