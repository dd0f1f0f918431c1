import { groupsOfWords } from './screen-files.ts'

/**
 * Return the name of the file of a dictionary that only loads together with others: a browser loads six files at a time,
 * so that on a slow connection every six small files take as long as a large one. Undefined for the others.
 */
export function wordsFiles(client: string): (id: string) => string | undefined {
  const groups = new Map<string, string[]>()
  for (const [name, files] of groupsOfWords(client))
    for (const file of files) groups.set(file, [...(groups.get(file) ?? []), name])
  return (id) => {
    const [path = '', language] = id.split('?words=')
    const names = groups.get(path)
    return names && language !== undefined ? `${names.join('-')}-words-${language}` : undefined
  }
}
