import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const files = {
  users: ['users.csv', 'userName,phone,name,nickName,company,password\nwang,13900000001,Wang,管理层,总部,Abc!23CDx\n'],
  feed: [
    'feed.csv',
    'serial,type,hashRate,activeWorkerState,reportedAt\nS-offline,T30,31,yes,2026-11-20T10:00:00+08:00\n',
  ],
  cities: ['cities.csv', 'name,altitude\n新城,12\n'],
  projects: ['projects.json', '[{}]'],
  film: ['lesson.mp4', '\0\0\0\u0018ftypmp42'],
  backup: ['empty.backup', ''],
} as const satisfies Record<string, readonly [string, string]>

/** Write the files used by the command lines of `lineOf`. */
export function writeInputs(folder: string): void {
  for (const [name, text] of Object.values(files)) writeFileSync(join(folder, name), text)
}

/** Return the required options of a command; a command that is not listed needs none. */
export function lineOf(path: string, folder: string): string[] {
  const file = (name: keyof typeof files) => ['--file', join(folder, files[name][0])]
  const needed: Readonly<Record<string, readonly string[]>> = {
    'db restore': [join(folder, files.backup[0])],
    'history archive': ['--month', '2026-03', '--yes'],
    'history restore': ['--month', '2026-03'],
    'users seed': file('users'),
    'users reset-password': ['anna'],
    // The newest day in the tests of commands is in an old month.
    'devices update': [...file('feed'), '--confirm', 'day'],
    'devices undo': ['--batch', '1'],
    'sites restore': ['--site', '1'],
    'clients restore': ['--client', '1'],
    'clients statement': ['--client', '1', '--month', '2026-10'],
    'accounts restore': ['--account', '1'],
    'devices transfer': ['--serials', 'S-normal', '--client', '0', '--reason', 'contract', '--yes'],
    'machine-types add': ['--name', 'S21', '--target', '200'],
    'machine-types update': ['--name', 'T20', '--target', '20'],
    'devices attend': ['--serials', 'S-normal S-warn', '--note', 'fan'],
    'alerts acknowledge': ['--alert', '1', '--withdraw'],
    'schedules run': ['--schedule', '1'],
    'alerts silence': ['--alert', '1', '--hours', '1', '--reason', 'work'],
    'stocktakes list': ['--site', '1'],
    'stocktakes add': ['--site', '1', '--serials', 'S-normal'],
    'stocktakes show': ['--stocktake', '1'],
    'repairs send': ['--serials', 'S-normal S-warn', '--reason', 'fan'],
    'repairs return': ['--serials', 'S-normal', '--outcome', 'fixed'],
    'data export': ['--kind', 'device'],
    'cities import': file('cities'),
    'catalogue import': ['--file', 'src/client/public/examples/cotes-cr100.csv', '--source', 'the manual', '--merge'],
    'classes video': ['--class', '1', ...file('film')],
    select: file('projects'),
    call: ['system.status'],
    'token create': ['--user', 'keeper'],
    collect: [
      '--subnet',
      '127.0.0.1',
      '--port',
      '9',
      '--to',
      'http://127.0.0.1:9',
      '--once',
      '--token',
      'none',
      '--spool',
      join(folder, 'spool'),
    ],
    completion: ['bash'],
  }
  return [...path.split(' '), ...(needed[path] ?? [])]
}
