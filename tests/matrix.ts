import type { Reach, Role } from '#shared/roles.ts'

/** Order of the columns below: anonymous, then the roles. */
export const columns = [
  'anonymous',
  'none',
  'registrar',
  'inspector',
  'baseManager',
  'manager',
  'client',
  'account',
] as const satisfies readonly (Role | 'anonymous')[]
export type Column = (typeof columns)[number]
type Cell = Reach | null

const cells: Record<string, Cell> = {
  '-': null,
  x: 'open',
  own: 'own',
  co: 'company',
  all: 'all',
  cl: 'client',
  ac: 'account',
}

/** The permission matrix as decided, written a second time by hand, to compare the product's own permissions with it. */
const rows: readonly (readonly [calls: string, cells: string])[] = [
  ['C001 C002 C003 C004 C008 C016', 'x x x x x x x x'],
  ['C019', 'x - - - - - - -'],
  ['C020', 'x x x x x x x x'],
  ['C005 C006', '- own own own own own own own'],
  ['C007', '- own own own co all own own'],
  ['C015', '- own own own own own own own'],
  ['C018', '- - own own own all - -'],
  ['C009 C012', '- - - - co all - -'],
  ['C010 C011', '- - - co co all - -'],
  ['C013 C014 C017', '- - - - co all - -'],
  ['C141 C021 C022 C023 C024 C123 C124 C125', '- - - - - all - -'],
  ['C025 C027 C036 C048', '- - co co co all cl ac'],
  ['C026', '- - - co co all - -'],
  ['C028 C030 C032 C033 C144', '- - - - co all - -'],
  ['C029 C031', '- - - co co all cl ac'],
  [
    'C034 C035 C049 C050 C051 C052 C053 C054 C055 C056 C057 C058 C059 C062 C063 C064 C067 C068 C069',
    '- - co co co all cl ac',
  ],
  ['C060 C061 C065 C066 C070', '- - co co co all - -'],
  ['C071 C072 C073 C074 C075 C076', '- - - - co all - -'],
  ['C077 C113', '- - - - co all - -'],
  ['C037 C038', '- - - co co all - -'],
  ['C039 C040', '- - - own own own - -'],
  ['C118', '- - co co co all cl ac'],
  ['C041 C115 C116 C117 C119 C143', '- - - - co all - -'],
  ['C042 C043 C045 C047', '- - - co co all - -'],
  ['C046', '- own own own own own own own'],
  ['C078 C080 C081 C101', '- own co co co all cl ac'],
  ['C044 C079 C083', '- own own own co all own own'],
  ['C082 C139 C140', '- - - co co all - -'],
  ['C090 C094 C095 C096 C097 C098 C100', '- own own own own own own own'],
  ['C099', '- own own own own own own own'],
  ['C091 C093', '- - - - co all - -'],
  ['C092', '- - - - - all - -'],
  ['C102 C103', '- x x x x x x x'],
  ['C084 C106 C087 C088 C107 C121', '- - co co co all cl ac'],
  ['C108 C109 C110 C111 C114 C120', '- - - - - all - -'],
  ['C085 C086 C089 C104 C122', '- - x x x x - -'],
  ['C105 C112', '- - - - co all - -'],
  ['C142 C127 C133', '- - co co co all - -'],
  ['C130 C131 C134 C137 C138 C126 C128 C129 C132 C135 C136', '- - - co co all - -'],
]

/** Remarks of the matrix that extend its cells, and restrictions by the product. */
const remarks: readonly (readonly [calls: string, cells: string])[] = [
  // A caller who is already signed out gets a success.
  ['C005', 'x own own own own own own own'],
  // Also readable by managers.
  ['C094', '- own own own co all own own'],
  // One list of traces: their own ones for everyone, those of the company with the permission key.
  ['C045', '- own own co co all own own'],
  // The permission for a file is that of its row, which only the file determines; a picture of the sign-in page is
  // public.
  ['C078', 'x own own own own own own own'],
  ['C079 C083', '- own own own own own own own'],
  // The manager of a base reads the names of its own stations.
  ['C141', '- - - - co all - -'],
]
/**
 * Files with their own addresses, where the signed address is the permission; and a trace's file, which is deleted like
 * any other (C079).
 */
export const besideTheTable: readonly string[] = ['C044', 'C080', 'C081', 'C101']

const one = (call: string, text: string): [string, Record<Column, Cell>] => [
  call,
  Object.fromEntries(
    columns.map((column, position) => [column, cells[text.split(' ')[position] ?? ''] ?? null]),
  ) as Record<Column, Cell>,
]

/** The permissions of each documented call. */
export const matrix: ReadonlyMap<string, Record<Column, Cell>> = new Map(
  [...rows, ...remarks].flatMap(([calls, text]) => calls.split(' ').map((call) => one(call, text))),
)
