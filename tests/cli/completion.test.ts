import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listProcedures, procedureNames } from '#cli/connect.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'

test('complete commands, options, their choices and the names of procedures', async () => {
  const { status, stdout: script } = await coldfleetHere(['completion', 'bash'])
  expect(status).toBe(0)
  const completed = (...words: string[]) => {
    const line = ['coldfleet', ...words].map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _coldfleet; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split(' ')
  }
  expect(completed('da')).toEqual(['data', 'dailies'])
  expect(completed('data', 'export', '--kind', 'm')).toEqual(['machine', 'machineType'])
  expect(completed('--lang', 'en', 'data', 'export', '--fo')).toEqual(['--format'])
  const throughNpx = execFileSync(
    'bash',
    ['-c', `${script}\nCOMP_WORDS=(npx coldfleet da); COMP_CWORD=2; _coldfleet_npx; echo "\${COMPREPLY[@]}"`],
    {
      encoding: 'utf8',
    },
  )
  expect(throughNpx.trim().split(' ')).toEqual(['data', 'dailies'])
  // The shell itself completes file names.
  expect(completed('data', 'export', '--out', 'd')).toEqual([''])
  expect(completed('call', 'devices.exportW')).toEqual(['devices.exportWarnings'])
  expect((await coldfleetHere(['completion', 'zsh'])).stdout).toContain('compdef _coldfleet coldfleet')
  expect((await coldfleetHere(['completion', 'fish'])).stdout).toContain(
    "complete -c coldfleet -a '(_coldfleet_words)'",
  )
  expect((await coldfleetHere(['completion', 'tcsh'])).status).toBe(2)
})

test('complete exactly the names of all procedures', async () => {
  const [names, procedures] = await Promise.all([procedureNames(), listProcedures()])
  expect(names).toEqual([...procedures.keys()].sort())
})
