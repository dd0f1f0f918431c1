import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Return the folder of data files next to the migrations, also for the bundle in `dist`. */
function dataFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'migrations', 'data'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('migrations/data is missing')
    folder = above
  }
  return join(folder, 'migrations', 'data')
}

/** Read the rows of a plain table (no quotes) by the names of its header; `position` counts from 1. */
export function readData(
  file: 'cities.csv' | 'goods.tsv' | 'catalogue.tsv' | 'provinces.tsv',
): Record<string, string>[] {
  const separator = file.endsWith('.csv') ? ',' : '\t'
  const [head = '', ...lines] = readFileSync(join(dataFolder(), file), 'utf8').trimEnd().split('\n')
  const names = head.split(separator)
  return lines.map((line, position) => ({
    ...Object.fromEntries(line.split(separator).map((cell, index) => [names[index] ?? '', cell])),
    position: String(position + 1),
  }))
}
