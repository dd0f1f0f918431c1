import { escapeMarkup } from '#shared/escape-markup.ts'
import type { Cell } from './spreadsheet.ts'
import { createZip, type ZipEntry } from './zip-file.ts'

/** A workbook that is being written: rows as they arrive, then its bytes. */
export type Workbook = { add(rows: readonly Cell[][]): Promise<void>; end(): Promise<Uint8Array> }
type Start = { sheet: string; header: readonly string[]; rowsOfSheet: number }

type Zip = ReturnType<typeof createZip>

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const longestText = 32_767
const columnWidth = 18

/**
 * Limit a text to the maximum of a cell in both formats; a longer one ends with an ellipsis to show the cut, which never
 * leaves half a character.
 */
export const cellText = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…` : text

/** No format has a number that is not finite, and 0 would be a wrong one: such a cell is empty. */
export const isEmptyCell = (cell: Cell): cell is null | '' =>
  cell === null || cell === '' || (typeof cell === 'number' && !Number.isFinite(cell))

// biome's rule on control characters does not know \p{Cc}.
const unwritable = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu
/**
 * Escape a text for the format: XML marks, and characters that XML forbids, by their numbers. Source: ECMA-376
 * 22.9.2.19
 */
const escaped = (text: string): string =>
  escapeMarkup(
    cellText(text)
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(/_x[0-9A-Fa-f]{4}_/g, (literal) => `_x005F${literal}`)
      .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`),
  )

/** A, …, Z, AA, … */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Number distinct texts in the order of their arrival. */
function createSharedTexts() {
  const numbers = new Map<string, number>()
  let uses = 0
  return {
    numbers,
    uses: () => uses,
    numberOf(text: string): number {
      uses += 1
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, numbers.size)
      return numbers.size - 1
    },
  }
}

/** Write the distinct texts of all cells, by their numbers. */
async function writeStrings(zip: Zip, texts: ReadonlyMap<string, number>, cells: number): Promise<void> {
  const strings = zip.entry('xl/sharedStrings.xml')
  await strings.write(`${declaration}<sst xmlns="${main}" count="${cells}" uniqueCount="${texts.size}">`)
  let piece = ''
  for (const text of texts.keys()) {
    piece += `<si><t xml:space="preserve">${escaped(text)}</t></si>`
    if (piece.length < 65_536) continue
    await strings.write(piece)
    piece = ''
  }
  await strings.write(`${piece}</sst>`)
  await strings.end()
}

/** Write the parts that combine sheets into a workbook: styles, sheet names, and content types. */
async function writeFrame(zip: Zip, names: readonly string[]): Promise<void> {
  const file = async (name: string, text: string) => {
    const entry = zip.entry(name)
    await entry.write(declaration + text)
    await entry.end()
  }
  await file(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`,
  )
  const sheets = names
    .map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')
  await file('xl/workbook.xml', `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`)
  const links = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const others = ['styles', 'sharedStrings'].map(
    (part) => `<Relationship Id="${part}" Type="${office}/${part}" Target="${part}.xml"/>`,
  )
  await file(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packaged}/relationships">${[...links, ...others].join('')}</Relationships>`,
  )
  await file(
    '_rels/.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  const types = names
    .map(
      (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${kind}.worksheet+xml"/>`,
    )
    .join('')
  await file(
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${types}<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kind}.sharedStrings+xml"/></Types>`,
  )
}

/**
 * Write xlsx while the rows arrive: each sheet is compressed at once, only distinct texts are kept. Formulas cannot be
 * written at all.
 */
export function createXlsx({ sheet, header, rowsOfSheet }: Start): Workbook {
  const zip = createZip()
  const names: string[] = []
  const texts = createSharedTexts()
  const letters = header.map((_, index) => columnName(index))
  let current: ZipEntry | null = null
  let line = 0

  function rowText(row: readonly Cell[]): string {
    line += 1
    let text = `<row r="${line}">`
    for (const [index, cell] of row.entries()) {
      if (isEmptyCell(cell)) continue
      const at = `${letters[index] ?? columnName(index)}${line}`
      if (typeof cell === 'number') text += `<c r="${at}"><v>${cell}</v></c>`
      else text += `<c r="${at}" t="s"><v>${texts.numberOf(cell)}</v></c>`
    }
    return `${text}</row>`
  }
  async function finishSheet(): Promise<void> {
    await current?.write('</sheetData></worksheet>')
    await current?.end()
    current = null
  }
  async function sheetFor(): Promise<ZipEntry> {
    if (current && line <= rowsOfSheet) return current
    await finishSheet()
    names.push(names.length === 0 ? sheet : `${sheet} ${names.length + 1}`)
    line = 0
    current = zip.entry(`xl/worksheets/sheet${names.length}.xml`)
    const widths =
      header.length === 0
        ? ''
        : `<cols><col min="1" max="${header.length}" width="${columnWidth}" customWidth="1"/></cols>`
    await current.write(`${declaration}<worksheet xmlns="${main}">${widths}<sheetData>${rowText(header)}`)
    return current
  }
  return {
    async add(rows) {
      for (let start = 0; start < rows.length; ) {
        const entry = await sheetFor()
        const part = rows.slice(start, start + rowsOfSheet + 1 - line)
        await entry.write(part.map(rowText).join(''))
        start += part.length
      }
    },
    async end() {
      await sheetFor()
      await finishSheet()
      await writeStrings(zip, texts.numbers, texts.uses())
      await writeFrame(zip, names)
      return zip.end()
    },
  }
}
